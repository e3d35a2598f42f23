interface Drawing {
  readonly paths: readonly string[];
  /** Points along the line of reading. */
  readonly directional?: true;
}

const drawings = {
  'arrow-forward': { paths: ['M4.5 12h15', 'M13.5 6l6 6-6 6'], directional: true },
  'arrow-back': { paths: ['M19.5 12h-15', 'M10.5 6l-6 6 6 6'], directional: true },
  'chevron-forward': { paths: ['M9.5 5.5l6.5 6.5-6.5 6.5'], directional: true },
  'chevron-down': { paths: ['M5.5 9l6.5 6.5L18.5 9'] },
  check: { paths: ['M4.5 12.8l4.8 4.7L19.5 7'] },
  close: { paths: ['M6 6l12 12', 'M18 6L6 18'] },
  plus: { paths: ['M12 5v14', 'M5 12h14'] },
  info: { paths: ['M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z', 'M12 11v5.5', 'M12 7.6v.1'] },
  warning: { paths: ['M12 4.2L21 19.5H3L12 4.2z', 'M12 10v4.6', 'M12 17v.1'] },
  error: { paths: ['M8.4 3.5h7.2l4.9 4.9v7.2l-4.9 4.9H8.4l-4.9-4.9V8.4l4.9-4.9z', 'M12 7.8v5', 'M12 16v.1'] },
  clock: { paths: ['M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z', 'M12 7.5V12l3 2'] },
  calendar: { paths: ['M4 6.5h16v13H4z', 'M4 10.5h16', 'M8 4v4', 'M16 4v4'] },
  phone: {
    paths: [
      'M5.2 4h3.6l1.7 4.4-2.2 1.7c1 2.4 3.2 4.6 5.6 5.6l1.7-2.2L20 15.2v3.6c0 .8-.6 1.3-1.4 1.2C10.9 19.4 4.6 13.1 4 5.4 3.9 4.6 4.4 4 5.2 4z',
    ],
  },
  message: { paths: ['M4 5.5h16v11H11l-4.5 3.5v-3.5H4z'] },
  lock: { paths: ['M5.5 11h13v9h-13z', 'M8.2 11V8a3.8 3.8 0 0 1 7.6 0v3'] },
  shield: {
    paths: ['M12 3.5l7 2.5v5.5c0 4.2-2.7 7.3-7 9-4.3-1.7-7-4.8-7-9V6l7-2.5z', 'M9 12l2.2 2.2L15.2 10'],
  },
  language: {
    paths: [
      'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z',
      'M3.8 12h16.4',
      'M12 3.5c2.6 2.4 3.8 5.2 3.8 8.5s-1.2 6.1-3.8 8.5c-2.6-2.4-3.8-5.2-3.8-8.5S9.4 5.9 12 3.5z',
    ],
  },
  offline: {
    paths: [
      'M3 3.5l18 17',
      'M2.8 9.2A14 14 0 0 1 7 6.7',
      'M11 5.5a14 14 0 0 1 10.2 3.7',
      'M6.3 13a9 9 0 0 1 4.2-2.3',
      'M15 11.2a9 9 0 0 1 2.7 1.8',
      'M12 18v.1',
    ],
  },
  device: { paths: ['M7 3.5h10v17H7z', 'M11 17.5h2'] },
  download: { paths: ['M12 4v11', 'M7.5 10.8L12 15.2l4.5-4.4', 'M4.5 19.5h15'] },
  print: { paths: ['M7 9V4h10v5', 'M7 16.5H4V9h16v7.5h-3', 'M7 13.5h10v6.5H7z'] },
  pencil: { paths: ['M4.5 19.5l.9-4L16 4.9l3.1 3.1L8.5 18.6l-4 .9z', 'M13.6 7.3l3.1 3.1'] },
  file: { paths: ['M6 3.5h8l4.5 4.5v12.5H6z', 'M14 3.5V8h4.5'] },
  camera: {
    paths: ['M3.5 7.5h4l1.7-3h5.6l1.7 3h4v12h-17z', 'M12 9.7a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z'],
  },
  photo: { paths: ['M3.5 4.5h17v15h-17z', 'M3.5 16l4.8-5 4.2 4.2 2.6-2.6 5.4 5.2', 'M15.5 8.6v.1'] },
  copy: { paths: ['M8.5 8.5h11v11h-11z', 'M15.5 8.5v-4h-11v11h4'] },
  trash: { paths: ['M4.5 7h15', 'M9 7V4.5h6V7', 'M6.5 7l.9 13h9.2l.9-13'] },
  share: { paths: ['M12 3.5v11', 'M8 7.2l4-3.7 4 3.7', 'M7 10.5H5v10h14v-10h-2'] },
} as const satisfies Readonly<Record<string, Drawing>>;

export type IconName = keyof typeof drawings;
export const icons: Readonly<Record<IconName, Drawing>> = drawings;
