import type { Brand } from '../../sync/domain/vendor/brand.ts';
import { svgMask } from './svg-mask.ts';

/** One stroke of a pen, thicker where the hand pressed. */
const inked = svgMask(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 12" preserveAspectRatio="none"><path d="M0 6.6c38-1.9 71-2.6 118-2.1 61 .6 96 3.1 151 2.9 66-.2 101-3.3 165-3.4 58-.1 113 1.9 166 2.7v.9c-55-.2-108-1-165-.7-62 .3-99 3.5-166 3.6-56 .1-92-2.6-152-3-46-.3-78 .3-117 1.3z"/></svg>',
);

/** The bar at the head of a page: of the page's own colors, and without an edge. */
const plainHead: Readonly<Record<string, string>> = {
  'head-paper': 'var(--paper)',
  'head-ink': 'var(--ink)',
  'head-ink-soft': 'var(--ink-soft)',
  'head-accent': 'var(--accent-ink)',
  'head-edge': '0 solid',
};

const shapes: Readonly<Record<Brand['shape'], Readonly<Record<string, string>>>> = {
  square: {
    'radius-s': '0',
    'radius-m': '0',
    'radius-l': '0',
    'button-radius': '0',
    'button-edge': 'transparent',
    'field-radius': '0',
    'row-radius': '0',
    'mark-radius': '50%',
    'check-radius': '0',
    'segment-radius': '0',
    'art-radius': '0',
    'portrait-radius': '0',
    'control-line': '2px',
    'brand-rule': 'var(--ink)',
    'brand-rule-height': '3px',
    'brand-rule-mask': 'none',
  },
  soft: {
    'radius-s': '0.375rem',
    'radius-m': '0.625rem',
    'radius-l': '1.25rem',
    'button-radius': '0.75rem',
    'button-edge': 'transparent',
    'field-radius': '0.75rem',
    'row-radius': '0.5rem',
    'mark-radius': '50%',
    'check-radius': '0.375rem',
    'segment-radius': '2px',
    'art-radius': '0',
    // A window with an arched head.
    'portrait-radius': '2.75rem 2.75rem 0.375rem 0.375rem',
    'control-line': '1px',
    // A horizon: lit where the line begins.
    'brand-rule': 'linear-gradient(90deg, var(--accent-ink), var(--rule-strong) 22%, transparent)',
    'brand-rule-height': '1px',
    'brand-rule-mask': 'none',
  },
  round: {
    'radius-s': '0.5rem',
    'radius-m': '1rem',
    'radius-l': '1.75rem',
    // No two corners alike: stones, not capsules.
    'button-radius': '1.5rem 1.125rem 1.375rem 1rem / 1.125rem 1.5rem 1.0625rem 1.375rem',
    'button-edge': 'transparent',
    'field-radius': '1rem 0.875rem 1.0625rem 0.8125rem / 0.875rem 1rem 0.8125rem 1.0625rem',
    'row-radius': '1.125rem 0.9375rem 1.1875rem 0.875rem / 0.9375rem 1.125rem 0.875rem 1.1875rem',
    'mark-radius': '52% 48% 54% 46% / 47% 53% 46% 54%',
    'check-radius': '0.5rem 0.375rem 0.4375rem 0.5625rem / 0.375rem 0.5rem 0.5625rem 0.4375rem',
    'segment-radius': '3px 2px 3px 2px',
    'art-radius': '0',
    'portrait-radius': '54% 46% 52% 48% / 48% 53% 47% 52%',
    'control-line': '1.5px',
    'brand-rule': 'var(--second-ink)',
    'brand-rule-height': '0.625rem',
    'brand-rule-mask': `${inked} 0 50% / 100% 100% no-repeat`,
  },
  // Everything has an outline that is seen from across a shop.
  stout: {
    'radius-s': '0.375rem',
    'radius-m': '0.75rem',
    'radius-l': '1.125rem',
    'button-radius': '0.875rem',
    'button-edge': 'var(--ink)',
    'field-radius': '0.75rem',
    'row-radius': '0.75rem',
    'mark-radius': '50%',
    'check-radius': '0.375rem',
    'segment-radius': '3px',
    'art-radius': '0',
    'portrait-radius': '1.125rem',
    'control-line': '3px',
    line: '2px solid var(--rule-strong)',
    // The cloth of an awning.
    'brand-rule': 'repeating-linear-gradient(90deg, var(--accent) 0 1.5rem, var(--rule) 1.5rem 3rem)',
    'brand-rule-height': '0.625rem',
    'brand-rule-mask': 'none',
  },
  // Printed: no corner is round, and every line is a hairline or two.
  fine: {
    'radius-s': '0',
    'radius-m': '0',
    'radius-l': '0',
    'button-radius': '0',
    'button-edge': 'transparent',
    'field-radius': '0',
    'row-radius': '0',
    'mark-radius': '50%',
    'check-radius': '0',
    'segment-radius': '0',
    'art-radius': '0',
    'portrait-radius': '0',
    'control-line': '1px',
    // A thick line and a thin one, as above an article.
    'brand-rule': 'linear-gradient(var(--ink) 0 3px, transparent 0 5px, var(--ink) 0)',
    'brand-rule-height': '6px',
    'brand-rule-mask': 'none',
    'head-edge': '1px solid var(--ink)',
  },
  // A public form: a black bar, edges that nobody overlooks, no ornament.
  block: {
    'radius-s': '0',
    'radius-m': '0.125rem',
    'radius-l': '0.25rem',
    'button-radius': '0.25rem',
    'button-edge': 'transparent',
    'field-radius': '0',
    'row-radius': '0.125rem',
    'mark-radius': '50%',
    'check-radius': '0',
    'segment-radius': '0',
    'art-radius': '0',
    'portrait-radius': '50%',
    'control-line': '2px',
    'brand-rule': 'var(--accent)',
    'brand-rule-height': '0.5rem',
    'brand-rule-mask': 'none',
    'head-paper': '#0b0c0c',
    'head-ink': '#ffffff',
    'head-ink-soft': '#d6dadd',
    'head-accent': '#ffffff',
  },
};

export function shapeTokens(shape: Brand['shape']): Readonly<Record<string, string>> {
  return { ...plainHead, ...shapes[shape] };
}
