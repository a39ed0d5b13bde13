// Copies text, and says that it did.

import type { Playground } from '../app/playground';

export async function copy(playground: Playground, text: string, done: string): Promise<void> {
  const { words: { t }, messages: { say } } = playground;
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(t('error.copy'), true);
  }
}
