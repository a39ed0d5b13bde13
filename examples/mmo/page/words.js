// What the page says, in two languages.
"use strict";

const WORDS = {
  en: {
    title: "A town of two thousand",
    lead: "Everybody here asks a pathfinding service for the way. Doors shut, workers die; "
      + "nobody walks through a closed door.",
    rate: "questions a second", half: "p50", most: "p99",
    units: "Units", since: "Since the beginning", rush: "All to market", shut: "Shut the gates",
    open: "Open the gates", kill: "Kill", worker: "Worker",
    there: (rate, share) => `${rate}/s · ${share}%`, gone: "killed; the other answers for it",
    anew: (times) => ` · begun anew ${times === 1 ? "once" : `${times} times`}`,
    walking: "walking", goal: "at their goal", waiting: "at a door", busy: "asking",
    again: "asked again", refused: "refused", broken: "paths broken", changes: "doors moved",
    well: "✓ No errors.", wellMore: "Nobody through a closed door, no question unanswered.",
    ill: "Errors:",
    illMore: (faults, lost, stuck) => `${faults} through closed doors, ${lost} unanswered, ${stuck} stuck.`,
    hint: "Click a door to shut or open it, a unit to see its way",
    bytes: (rate) => `this page reads ${rate} kB/s`,
    lost: "The gateway does not answer; trying again",
    chart: "Questions a second, the last minute, by worker",
    map: "Map of the town. Arrow keys go from door to door, Enter shuts or opens one.",
    gate: "Gate", house: "Door", stands: ["open", "closing", "shut"], other: "中文",
  },
  zh: {
    title: "两千人的小镇",
    lead: "这里人人都向寻路服务问路。门会关上，工作进程会被杀掉，却没有人穿过关着的门。",
    rate: "次提问/秒", half: "p50", most: "p99",
    units: "单位", since: "开始以来", rush: "都去集市", shut: "关上城门",
    open: "打开城门", kill: "杀掉", worker: "工作进程",
    there: (rate, share) => `每秒 ${rate} 次 · ${share}%`, gone: "已被杀掉，由另一个作答",
    anew: (times) => ` · 重启过 ${times} 次`,
    walking: "行走", goal: "已到目的地", waiting: "等门打开", busy: "正在问路",
    again: "再次提问", refused: "被拒绝", broken: "路径中断", changes: "门的开关",
    well: "✓ 没有错误。", wellMore: "无人穿过关着的门，有问必答。",
    ill: "错误：",
    illMore: (faults, lost, stuck) => `${faults} 次穿门，${lost} 次无答，${stuck} 个卡住。`,
    hint: "点门可关可开，点人可看去路", bytes: (rate) => `本页每秒接收 ${rate} kB`,
    lost: "网关没有应答，正在重试",
    chart: "最近一分钟每秒提问次数，按工作进程",
    map: "小镇地图。方向键在门之间移动，回车键开关。",
    gate: "城门", house: "门", stands: ["开着", "正在关上", "关着"], other: "English",
  },
};

const at = (id) => document.getElementById(id);
let language = navigator.language.startsWith("zh") ? "zh" : "en", words = WORDS[language];
