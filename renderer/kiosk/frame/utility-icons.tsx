import type { Utility } from '../base/contract.ts';

/** What a form's screens add to the bar. */
export type FormUtility = 'pause' | 'phone';

/** Drawn on 24 by 24, in the weight of the design's other icons. */
const paths: Readonly<Record<Utility | FormUtility, readonly string[]>> = {
  help: [
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z',
    'M9.4 9.6a2.7 2.7 0 1 1 3.7 2.5c-.8.4-1.1.9-1.1 1.7v.3',
    'M12 16.9v.1',
  ],
  text: ['M3 19l5.2-14 5.2 14', 'M4.8 14.4h6.8', 'M15 19l3-8 3 8', 'M16 16.4h4'],
  contrast: [
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z',
    'M12 3.5v17',
    'M12 8h7.3',
    'M12 12h8.4',
    'M12 16h7.3',
  ],
  listen: ['M4 9.5v5h3.5l5 4v-13l-5 4z', 'M15.5 9a4.2 4.2 0 0 1 0 6', 'M18 6.5a7.8 7.8 0 0 1 0 11'],
  cover: ['M3 4.5h18v12H3z', 'M9 20h6', 'M5.5 14L18.5 7'],
  pause: ['M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z', 'M10 9v6', 'M14 9v6'],
  phone: ['M7.5 3h9v18h-9z', 'M11 18.2h2'],
  'start-over': ['M4.5 12a7.5 7.5 0 1 0 2.3-5.4', 'M4.3 4.2v4h4'],
};

export function UtilityIcon({ name }: { readonly name: Utility | FormUtility }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {paths[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
