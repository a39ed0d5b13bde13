// 页面上的中文，给测试和类型用；页面自己在需要时才取 zh.json。

import type { en } from './en';
import words from './zh.json';

export const zh: Readonly<Record<keyof typeof en, string>> = words;
