// Copies text, and says that it did.

import type { With } from '../app/playground';

export async function copy(
  { words: { t }, messages: { say } }: With<'words' | 'messages'>, text: string, done: string,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(t('error.copy'), true);
  }
}
