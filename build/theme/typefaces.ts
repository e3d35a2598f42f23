import type { Brand } from '../../sync/domain/vendor/brand.ts';

/** How a vendor sets type: not only the family, but weight, size, spacing and the room around it. */
export interface TypeTreatment {
  readonly family: string;
  readonly standIn: string;
  /** Headings in a family of their own. */
  readonly heading?: { readonly family: string; readonly standIn: string };
  /** Size and line, in px at a root of 16, for each step; `fluid` grows between two widths of the window. */
  readonly sizes: Readonly<Record<'xs' | 's' | 'm' | 'l', readonly [number, number]>>;
  readonly fluid: Readonly<
    Record<'xl' | 'xxl', { readonly from: number; readonly to: number; readonly line: number }>
  >;
  readonly weights: {
    readonly body: number;
    readonly strong: number;
    readonly heading: number;
    readonly headingSmall: number;
    readonly display: number;
    readonly button: number;
  };
  /** In em. */
  readonly tracking: { readonly heading: number; readonly display: number; readonly button: number };
  /** Headings in the brand's color, or in the ink of the text. */
  readonly headings: 'brand' | 'ink';
  /** Characters of running text per line. */
  readonly measure: string;
  /** Room above the content and between the parts of a page, in px, on a phone and on a desk. */
  readonly room: {
    readonly phone: number;
    readonly desk: number;
    readonly section: number;
    readonly sectionDesk: number;
  };
}

const base = { xs: [15, 22], s: [17, 26], m: [20, 28], l: [26, 32] } as const;

export const typefaces: Readonly<Record<Brand['typeface'], TypeTreatment>> = {
  // A humanist sans with the skeleton of a Garamond: set large and light, and a step up throughout, for its letters are small.
  ysabeau: {
    family: 'Ysabeau Office Variable',
    standIn: 'Ysabeau Stand-in',
    sizes: { xs: [16, 22], s: [18.5, 27], m: [22, 30], l: [29, 35] },
    fluid: { xl: { from: 38, to: 50, line: 1.1 }, xxl: { from: 50, to: 84, line: 0.98 } },
    weights: { body: 450, strong: 650, heading: 420, headingSmall: 640, display: 300, button: 620 },
    tracking: { heading: -0.008, display: -0.022, button: 0.004 },
    headings: 'brand',
    measure: '62ch',
    room: { phone: 32, desk: 56, section: 56, sectionDesk: 88 },
  },
  // A rounded grotesque: small, even and widely spaced, so that the page is mostly quiet.
  nunito: {
    family: 'Nunito Variable',
    standIn: 'Nunito Stand-in',
    sizes: { ...base, s: [17, 28], l: [25, 34] },
    fluid: { xl: { from: 30, to: 36, line: 1.25 }, xxl: { from: 36, to: 52, line: 1.16 } },
    weights: { body: 400, strong: 700, heading: 600, headingSmall: 700, display: 500, button: 700 },
    tracking: { heading: -0.01, display: -0.018, button: 0.01 },
    headings: 'ink',
    measure: '58ch',
    room: { phone: 40, desk: 88, section: 72, sectionDesk: 128 },
  },
  rubik: {
    family: 'Rubik Variable',
    standIn: 'Rubik Stand-in',
    sizes: { ...base, s: [17, 28], l: [25, 34] },
    fluid: { xl: { from: 29, to: 36, line: 1.25 }, xxl: { from: 34, to: 52, line: 1.16 } },
    weights: { body: 350, strong: 500, heading: 400, headingSmall: 500, display: 350, button: 500 },
    tracking: { heading: -0.012, display: -0.022, button: 0.01 },
    headings: 'ink',
    measure: '58ch',
    room: { phone: 40, desk: 88, section: 72, sectionDesk: 128 },
  },
  // A slab with rounded ends, heavy enough for a shop's sign: big and tight, for people who read standing up.
  aleo: {
    family: 'Aleo Variable',
    standIn: 'Aleo Stand-in',
    sizes: { xs: [15.5, 22], s: [17.5, 27], m: [20.5, 29], l: [27, 32] },
    fluid: { xl: { from: 34, to: 44, line: 1.1 }, xxl: { from: 46, to: 80, line: 0.98 } },
    weights: { body: 430, strong: 700, heading: 800, headingSmall: 760, display: 860, button: 750 },
    tracking: { heading: -0.014, display: -0.024, button: 0 },
    headings: 'ink',
    measure: '60ch',
    room: { phone: 28, desk: 44, section: 56, sectionDesk: 84 },
  },
  // Headings in a Didone with its own cut for display, thick and hair-thin; running text in a book face that bears to be small.
  bodoni: {
    family: 'Newsreader Variable',
    standIn: 'Newsreader Stand-in',
    heading: { family: 'Bodoni Moda Variable', standIn: 'Bodoni Stand-in' },
    sizes: { xs: [16, 22], s: [18, 27], m: [21.5, 30], l: [28, 34] },
    fluid: { xl: { from: 36, to: 52, line: 1.06 }, xxl: { from: 48, to: 104, line: 0.96 } },
    weights: { body: 410, strong: 640, heading: 460, headingSmall: 600, display: 420, button: 560 },
    tracking: { heading: -0.012, display: -0.028, button: 0.01 },
    headings: 'ink',
    measure: '56ch',
    room: { phone: 28, desk: 48, section: 60, sectionDesk: 104 },
  },
  // Drawn for public forms: plain and strong, with steps between its sizes that are seen at a glance.
  'public-sans': {
    family: 'Public Sans Variable',
    standIn: 'Public Sans Stand-in',
    sizes: { xs: [16, 23], s: [18.5, 28], m: [22, 30], l: [30, 36] },
    fluid: { xl: { from: 36, to: 48, line: 1.08 }, xxl: { from: 40, to: 64, line: 1.04 } },
    weights: { body: 400, strong: 700, heading: 750, headingSmall: 700, display: 800, button: 700 },
    tracking: { heading: -0.018, display: -0.028, button: 0 },
    headings: 'ink',
    measure: '60ch',
    room: { phone: 24, desk: 40, section: 44, sectionDesk: 64 },
  },
  instrument: {
    family: 'Instrument Sans Variable',
    standIn: 'Instrument Stand-in',
    sizes: base,
    fluid: { xl: { from: 32, to: 40, line: 1.15 }, xxl: { from: 40, to: 60, line: 1.05 } },
    weights: { body: 420, strong: 620, heading: 600, headingSmall: 640, display: 560, button: 620 },
    tracking: { heading: -0.02, display: -0.032, button: 0 },
    headings: 'ink',
    measure: '64ch',
    room: { phone: 32, desk: 56, section: 48, sectionDesk: 80 },
  },
};

const rem = (px: number) => `${Number((px / 16).toFixed(4))}rem`;

/** Widths of the window between which display sizes grow, in px. */
const NARROW = 390;
const WIDE = 1280;

function fluid(from: number, to: number): string {
  const slope = (to - from) / (WIDE - NARROW);
  // In rem as well as vw: text that grows with the window alone wouldn't grow with the reader's own setting (WCAG 1.4.4).
  return `clamp(${rem(from)}, ${rem(from - slope * NARROW)} + ${Number((slope * 100).toFixed(3))}vw, ${rem(to)})`;
}

export function typeTokens(typeface: Brand['typeface']): Readonly<Record<string, string>> {
  const type = typefaces[typeface];
  const stackOf = ({ family, standIn }: Pick<TypeTreatment, 'family' | 'standIn'>) =>
    `"${family}", "Vazirmatn Variable", "${standIn}", sans-serif`;
  const sizes = Object.entries(type.sizes).flatMap(([step, [size, line]]) => [
    [`text-${step}`, rem(size)],
    [`leading-${step}`, rem(line)],
  ]);
  const display = Object.entries(type.fluid).flatMap(([step, { from, to, line }]) => [
    [`text-${step}`, fluid(from, to)],
    [`leading-${step}`, String(line)],
  ]);
  const em = (value: number) => (value === 0 ? '0' : `${value}em`);
  return {
    'font-body': stackOf(type),
    'font-heading': type.heading ? stackOf(type.heading) : 'var(--font-body)',
    ...Object.fromEntries([...sizes, ...display]),
    'weight-body': String(type.weights.body),
    'weight-strong': String(type.weights.strong),
    'heading-weight': String(type.weights.heading),
    'heading-weight-small': String(type.weights.headingSmall),
    'display-weight': String(type.weights.display),
    'button-weight': String(type.weights.button),
    'heading-tracking': em(type.tracking.heading),
    'display-tracking': em(type.tracking.display),
    'button-tracking': em(type.tracking.button),
    'heading-ink': type.headings === 'brand' ? 'var(--heading-brand)' : 'var(--ink)',
    measure: type.measure,
    'space-body': rem(type.room.phone),
    'space-body-wide': rem(type.room.desk),
    'space-section': `clamp(${rem(type.room.section)}, 7vw, ${rem(type.room.sectionDesk)})`,
  };
}

/** Arabic letters stand taller and join: more line, no tracking. A heavy brand stays heavy, a light one is readable. */
export function arabicTokens(typeface: Brand['typeface']): Readonly<Record<string, string>> {
  const { sizes, weights } = typefaces[typeface];
  const lines = Object.entries(sizes).map(([step, [size, line]]) => [
    `leading-${step}`,
    rem(Math.max(line + 3, Math.round(size * 1.65))),
  ]);
  return {
    ...Object.fromEntries(lines),
    'leading-xl': '1.4',
    'leading-xxl': '1.3',
    'heading-tracking': '0',
    'display-tracking': '0',
    'button-tracking': '0',
    'display-weight': weights.display > 700 ? '800' : '500',
    'heading-weight': weights.heading > 700 ? '800' : '600',
  };
}
