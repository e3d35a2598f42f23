import Color from 'colorjs.io';

/** sRGB, `#rrggbb`: what a browser will paint, so that contrast is judged on exactly that. */
export type Hex = string;

/** OKLCH: lightness 0–1, chroma 0–0.4, hue in degrees. */
export interface Lch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

export function toLch(hex: Hex): Lch {
  const [l, c, h] = new Color(hex).to('oklch').coords;
  // Greys have no hue.
  return { l: l ?? 0, c: c ?? 0, h: Number.isFinite(h) ? (h ?? 0) : 0 };
}

/** The nearest color that a screen can show: lightness and hue stay, chroma gives way. */
export function toHex({ l, c, h }: Lch): Hex {
  const inside = Math.min(1, Math.max(0, l));
  if (inside >= 0.9999) return '#ffffff';
  if (inside <= 0.0001) return '#000000';
  const wanted = new Color('oklch', [inside, c, h]);
  let low = 0;
  let high = c;
  let best = wanted.inGamut('srgb') ? c : 0;
  if (best === 0) {
    for (let step = 0; step < 14; step += 1) {
      const middle = (low + high) / 2;
      if (new Color('oklch', [inside, middle, h]).inGamut('srgb')) {
        low = middle;
        best = middle;
      } else high = middle;
    }
  }
  const srgb = new Color('oklch', [inside, best, h]).to('srgb').coords;
  return `#${srgb.map((channel) => byte(channel ?? 0)).join('')}`;
}

function byte(channel: number): string {
  return Math.round(Math.min(1, Math.max(0, channel)) * 255)
    .toString(16)
    .padStart(2, '0');
}

function luminance(hex: Hex): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

export function leastContrast(colour: Hex, grounds: readonly Hex[]): number {
  return Math.min(...grounds.map((ground) => contrast(colour, ground)));
}

/**
 * The color nearest to `wanted` that reaches `ratio` on every ground, moved in lightness only, away from the grounds.
 * Pure black or white where nothing nearer does.
 */
export function readable(
  wanted: Lch,
  grounds: readonly Hex[],
  ratio: number,
  direction: 'darker' | 'lighter',
): Hex {
  const start = toHex(wanted);
  if (leastContrast(start, grounds) >= ratio) return start;
  const end = direction === 'darker' ? 0 : 1;
  let near = wanted.l;
  let far = end;
  let best = direction === 'darker' ? '#000000' : '#ffffff';
  for (let step = 0; step < 16; step += 1) {
    const middle = (near + far) / 2;
    const hex = toHex({ ...wanted, l: middle });
    if (leastContrast(hex, grounds) >= ratio) {
      best = hex;
      far = middle;
    } else near = middle;
  }
  return best;
}

/** `amount` of `over` (0–1) laid on `ground`, mixed in OKLab so that tints stay clean. */
export function blend(ground: Hex, over: Hex, amount: number): Hex {
  const mixed = new Color(ground).mix(new Color(over), amount, {
    space: 'oklab',
    outputSpace: 'srgb',
  }).coords;
  return `#${mixed.map((channel) => byte(channel ?? 0)).join('')}`;
}
