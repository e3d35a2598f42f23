/** What a camera sees of a QR code that somebody holds up to it: a clip in raw frames (YUV4MPEG2), which Chromium plays as its camera. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import qrcode from 'qrcode-generator';
import { temporaryFolder } from './paths.ts';

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES_A_SECOND = 10;
const FRAMES = 30;
/** Paper and print, as a camera in a room shows them; the table below them lies in between. */
const LUMA = { paper: 205, print: 45, table: 120 };
/** In levels of 256, either way. */
const NOISE = 14;
/** Around the code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** The same noise at each run. */
function createNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32 - 0.5) * 2 * NOISE;
  };
}

/** The luma of one frame: the code turned by some degrees, and nearer or farther. */
function drawFrame(code: QRCode, frame: number, noise: () => number): Buffer {
  const modules = code.getModuleCount();
  const size = modules + 2 * QUIET;
  const angle = ((6 + 3 * Math.sin(frame / 5)) * Math.PI) / 180;
  const side = HEIGHT * (0.62 + 0.08 * Math.sin(frame / 7));
  const [cos, sin] = [Math.cos(angle) / side, Math.sin(angle) / side];
  const luma = Buffer.alloc(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const [right, down] = [x - WIDTH / 2, y - HEIGHT / 2];
      const column = (right * cos + down * sin + 0.5) * size;
      const row = (down * cos - right * sin + 0.5) * size;
      const isPaper = column >= 0 && row >= 0 && column < size && row < size;
      const [inRow, inColumn] = [Math.floor(row) - QUIET, Math.floor(column) - QUIET];
      const isCode = inRow >= 0 && inColumn >= 0 && inRow < modules && inColumn < modules;
      const seen = !isPaper ? LUMA.table : isCode && code.isDark(inRow, inColumn) ? LUMA.print : LUMA.paper;
      luma[y * WIDTH + x] = Math.max(16, Math.min(235, seen + noise()));
    }
  return luma;
}

/** @returns the clip's path, for `camera` of a patient */
export function clipOf(text: string): string {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const noise = createNoise(7);
  const path = join(temporaryFolder('clip'), 'code.y4m');
  const file = openSync(path, 'w');
  writeSync(file, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`);
  const colorless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  for (let frame = 0; frame < FRAMES; frame += 1) {
    writeSync(file, 'FRAME\n');
    writeSync(file, drawFrame(code, frame, noise));
    writeSync(file, colorless);
  }
  closeSync(file);
  return path;
}
