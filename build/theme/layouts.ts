/** The compositions that are lines and shapes alone: tokens for the marks and rows of a choice, and for the way through a form. */
import type { Brand } from '../../sync/domain/vendor/brand.ts';
import { svgMask } from './svg-mask.ts';

type Layout = NonNullable<Brand['layout']>;
type Tokens = Readonly<Record<string, string>>;

const path = (viewBox: string, d: string) =>
  svgMask(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="${d}"/></svg>`);

/** A check mark in one stroke of a pen, larger than what it is put into. */
const inkedCheck = path(
  '0 0 32 32',
  'M6.200 15.400C8.400 17.800 10.600 21 12.300 24.600C16.400 15.600 22.200 8.400 29.600 3.200L30.300 4.100C23.600 10.400 18.300 18.200 14.700 27.300C14.100 28.800 11.900 28.900 11.200 27.500C9.300 23.700 6.900 20.400 4.300 17.900C3.400 17 5.100 14.300 6.200 15.400z',
);
const boldCheck = path(
  '0 0 32 32',
  'M3.500 16.800L8 12.200L13.300 17.600L24.200 6.400L28.700 10.900L13.300 26.600z',
);
const leaf = path('0 0 24 14', 'M1 7.700C5 1.500 12 -.3 23 .8C19.500 6.900 11.500 9.300 4.600 7.700L1 8z');
const lozenge = path('0 0 16 16', 'M8 .5L15.500 8L8 15.500L.5 8z');
const round = 'radial-gradient(closest-side, #000 98%, transparent)';

const choices: Readonly<Record<'plain' | NonNullable<Layout['choice']>, Tokens>> = {
  plain: {
    'row-gap': '0',
    'row-height': '3.75rem',
    'row-line': 'var(--line)',
    'row-edge': '0 solid',
    'rows-end': 'var(--line)',
    'row-paper': 'transparent',
    'row-corner': '0',
    'chosen-edge': '2px solid var(--ink)',
    'mark-size': '1.5rem',
    'mark-edge': '2px solid var(--control-edge)',
    'mark-chosen': 'var(--accent)',
    'mark-halo': 'none',
    'mark-sign': 'none',
    'mark-sign-size': '0.625rem',
    'mark-sign-ink': 'var(--on-accent)',
    'tick-scale': '1',
    'answers-start': 'var(--line)',
    'answers-line': 'var(--line)',
    'answers-end': 'var(--line)',
  },
  // A check that the hand drew, over the edge of its stone.
  drawn: {
    'mark-chosen': 'var(--paper-raised)',
    'mark-sign': `${inkedCheck} center / contain no-repeat`,
    'mark-sign-size': '2.125rem',
    'mark-sign-ink': 'var(--accent-ink)',
    'tick-scale': '1.4',
    'answers-start': '2px dotted var(--second-ink)',
    'answers-line': '2px dotted var(--second-ink)',
    'answers-end': '2px dotted var(--second-ink)',
  },
  // No rules, wide space; what is chosen is lit.
  quiet: {
    'row-gap': '0.5rem',
    'row-height': '4.25rem',
    'row-line': '1px solid transparent',
    'rows-end': '0 solid',
    'row-paper': 'var(--paper-raised)',
    'row-corner': 'var(--row-radius)',
    'chosen-edge': '2px solid var(--accent-ink)',
    'mark-size': '1.25rem',
    'mark-edge': '1px solid var(--control-edge)',
    'mark-halo': '0 0 0 5px color-mix(in srgb, var(--accent) 30%, transparent)',
    'mark-sign-size': '0',
    'tick-scale': '0.8',
    'answers-start': '0 solid',
    'answers-line': '0 solid',
    'answers-end': '0 solid',
  },
  // Each row is a sign of its own.
  bold: {
    'row-gap': '0.625rem',
    'row-height': '4rem',
    'row-line': 'var(--control-line) solid var(--ink)',
    'row-edge': 'var(--control-line) solid var(--ink)',
    'rows-end': '0 solid',
    'row-paper': 'var(--paper-raised)',
    'row-corner': 'var(--row-radius)',
    'chosen-edge': '3px solid var(--ink)',
    'mark-size': '2rem',
    'mark-edge': '3px solid var(--ink)',
    'mark-sign': `${boldCheck} center / contain no-repeat`,
    'mark-sign-size': '1.375rem',
    'tick-scale': '1.15',
    'answers-start': 'var(--control-line) solid var(--ink)',
    'answers-line': '2px dashed var(--rule-strong)',
    'answers-end': 'var(--control-line) solid var(--ink)',
  },
  // As a table in a book: hairlines, and a lozenge where something is chosen.
  ruled: {
    'row-height': '3.5rem',
    'row-line': '1px solid var(--rule-strong)',
    'rows-end': '1px solid var(--rule-strong)',
    'chosen-edge': '1px solid var(--ink)',
    'mark-size': '1.375rem',
    'mark-edge': '1px solid var(--control-edge)',
    'mark-chosen': 'var(--paper-raised)',
    'mark-sign': `${lozenge} center / contain no-repeat`,
    'mark-sign-size': '0.8125rem',
    'mark-sign-ink': 'var(--accent-ink)',
    'tick-scale': '0.9',
    'answers-start': '1px solid var(--ink)',
    'answers-line': '1px solid var(--rule-strong)',
    'answers-end': '1px solid var(--ink)',
  },
  // Marks that a thumb can't miss, and nothing beside them.
  large: {
    'row-gap': '0.25rem',
    'row-height': '4.5rem',
    'row-line': '0 solid',
    'rows-end': '0 solid',
    'chosen-edge': '0 solid',
    'mark-size': '2.5rem',
    'mark-edge': '2px solid var(--ink)',
    'mark-chosen': 'var(--paper-raised)',
    'mark-sign-size': '1.375rem',
    'mark-sign-ink': 'var(--ink)',
    'tick-scale': '1.5',
    'answers-start': '2px solid var(--ink)',
  },
};

const line = (height: string) => `linear-gradient(#000 0 0) center / 100% ${height} no-repeat`;
const light = (at: string) =>
  `radial-gradient(circle 7px at ${at} 50%, #000 0 4px, rgb(0 0 0 / 40%) 4.5px 6.5px, transparent 7px)`;
const LIGHT_AT = 'clamp(7px, var(--part, 50%), 100% - 7px)';

const ways: Readonly<Record<'plain' | NonNullable<Layout['progress']>, Tokens>> = {
  plain: {
    'progress-flow': 'grid',
    'segment-height': '4px',
    'segment-gap': '3px',
    'segment-max': '4rem',
    'segment-mask': 'none',
    'segment-now-mask': 'none',
    'segment-done-mask': 'none',
    'segment-even': '1',
    'segment-done': 'var(--accent-ink)',
    'segment-ink': 'var(--ink)',
    'segment-lead': '0px',
    'segment-part': '0 solid',
    'segments-edge': '0 solid',
    'segments-line': 'none',
    'way-edge': '0 solid',
    'way-line': '0 solid',
    'way-part': '0 solid',
    'way-sign': 'none',
    'way-sign-width': '0.5rem',
    'way-sign-height': '0.5rem',
    'way-sign-shift': '0',
    'way-mark': 'none',
    'way-now': 'block',
    'way-check': 'block',
    'way-radius': '0',
    'way-space': '0',
    'way-column': '1.25rem',
    'way-number': 'none',
    'part-number': 'none',
  },
  // A leaf per section, on one stem.
  sprig: {
    'segment-height': '15px',
    'segment-gap': '0',
    'segment-max': 'none',
    'segment-mask': `${leaf} 0 0 / 1.5rem 0.875rem no-repeat`,
    'segment-now-mask': `${leaf} 0 0 / 1.5rem 0.875rem no-repeat`,
    'segment-done-mask': `${leaf} 0 0 / 1.5rem 0.875rem no-repeat`,
    'segment-even': '-1',
    'segment-done': 'var(--second-ink)',
    'segment-ink': 'var(--accent-ink)',
    'segments-line': 'linear-gradient(var(--second-ink) 0 0) 0 50% / 100% 1.5px no-repeat',
    'way-line': '1.5px solid var(--second-ink)',
    'way-sign': `${leaf} 0 0 / contain no-repeat`,
    'way-sign-width': '1.125rem',
    'way-sign-height': '0.6875rem',
    'way-mark': 'block',
    'way-check': 'none',
  },
  // A light that travels along one line.
  horizon: {
    'segment-height': '14px',
    'segment-gap': '0',
    'segment-max': 'none',
    'segment-mask': line('1px'),
    'segment-now-mask': `${line('1px')}, ${light(LIGHT_AT)}`,
    'segment-done-mask': line('2px'),
    'segment-ink': 'var(--accent-ink)',
    'segment-lead': '7px',
    'way-line': '1px solid var(--rule-strong)',
    'way-sign': round,
    'way-sign-shift': 'calc(-1 * var(--space-2) - 0.25rem)',
    'way-mark': 'block',
    'way-check': 'none',
    'way-space': 'var(--space-2)',
  },
  // A strip of tickets, torn off and punched one by one.
  ticket: {
    'segment-height': '14px',
    'segment-gap': '0',
    'segment-max': 'none',
    'segment-done-mask': 'radial-gradient(circle 3px, transparent 92%, #000)',
    'segment-done': 'var(--accent)',
    'segment-ink': 'var(--accent)',
    'segment-part': '2px dashed var(--ink)',
    'segments-edge': '2px solid var(--ink)',
    'way-edge': 'var(--control-line) solid var(--ink)',
    'way-line': 'var(--control-line) solid var(--ink)',
    'way-part': '2px dashed var(--ink)',
    'way-sign': 'radial-gradient(closest-side, transparent 48%, #000 52% 98%, transparent)',
    'way-sign-width': '0.875rem',
    'way-sign-height': '0.875rem',
    'way-mark': 'block',
    'way-check': 'none',
    'way-radius': 'var(--radius-m)',
    'way-space': 'var(--space-2)',
  },
  // Numbered, with a hairline that grows thick.
  chapters: {
    'segment-height': '5px',
    'segment-gap': '6px',
    'segment-max': 'none',
    'segment-mask': line('1px'),
    'segment-now-mask': line('3px'),
    'segment-done-mask': line('3px'),
    'segment-done': 'var(--second-ink)',
    'segment-ink': 'var(--ink)',
    'way-edge': '0 solid',
    'way-part': '1px solid var(--rule-strong)',
    'way-now': 'none',
    'way-check': 'none',
    'way-column': '2.5rem',
    'way-number': 'counter(way, upper-roman)',
    'part-number': 'counter(part, upper-roman) ".\\2002" / ""',
  },
  // Words alone: which question of how many.
  count: {
    'progress-flow': 'flex',
    'segment-height': '0',
    'segment-gap': '0',
    'segment-now-mask': 'linear-gradient(#000 0 0)',
    'segment-done-mask': 'linear-gradient(transparent, transparent)',
    'way-now': 'none',
    'way-check': 'none',
    'way-column': '0',
  },
};

/** Every brand sets every token; what its composition doesn't change is plain. */
export function layoutTokens({ choice, progress }: Layout = {}): Tokens {
  return {
    ...choices.plain,
    ...(choice && choices[choice]),
    ...ways.plain,
    ...(progress && ways[progress]),
  };
}
