/**
 * Empties the clipboards. On X11 and Wayland a clipboard's content is held by the program that it was copied in, and ends with it: the page's process
 * is gone by now. A clipboard manager may have kept a copy, and a kiosk has none; where a tool for it is installed, it is made sure.
 */
import { type FindProgram, findProgram, type RunProgram, runProgram } from '../shared/commands/child.ts';

export interface ClipboardOptions {
  readonly platform: 'wayland' | 'x11';
  readonly find?: FindProgram;
  readonly run?: RunProgram;
}

const SELECTIONS = ['primary', 'secondary', 'clipboard'] as const;

/** Rejects where a tool says that something is left. */
export async function clearClipboards({
  platform,
  find = findProgram,
  run = runProgram,
}: ClipboardOptions): Promise<void> {
  if (platform === 'wayland') {
    const copy = find('wl-copy');
    if (copy === undefined) return;
    await run(copy, ['--clear']).ended;
    await run(copy, ['--primary', '--clear']).ended;
    return;
  }
  const xsel = find('xsel');
  if (xsel === undefined) return;
  for (const selection of SELECTIONS) {
    await run(xsel, [`--${selection}`, '--clear']).ended;
    const { output } = await run(xsel, [`--${selection}`, '--output']).ended;
    if (output !== '') throw new Error('A clipboard is not empty.');
  }
}
