/** Lines of a drawing of 24 by 24, by its name. Some point along the line of reading: `pointing`. */
const drawings = {
  'arrow-forward': 'M4.5 12h15M13.5 6l6 6-6 6',
  'arrow-back': 'M19.5 12h-15M10.5 6l-6 6 6 6',
  'chevron-forward': 'M9.5 5.5l6.5 6.5-6.5 6.5',
  'chevron-down': 'M5.5 9l6.5 6.5L18.5 9',
  check: 'M4.5 12.8l4.8 4.7L19.5 7',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5.5M12 7.6v.1',
  warning: 'M12 4.2L21 19.5H3L12 4.2zM12 10v4.6M12 17v.1',
  error: 'M8.4 3.5h7.2l4.9 4.9v7.2l-4.9 4.9H8.4l-4.9-4.9V8.4l4.9-4.9zM12 7.8v5M12 16v.1',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  calendar: 'M4 6.5h16v13H4zM4 10.5h16M8 4v4M16 4v4',
  phone:
    'M5.2 4h3.6l1.7 4.4-2.2 1.7c1 2.4 3.2 4.6 5.6 5.6l1.7-2.2L20 15.2v3.6c0 .8-.6 1.3-1.4 1.2C10.9 19.4 4.6 13.1 4 5.4 3.9 4.6 4.4 4 5.2 4z',
  message: 'M4 5.5h16v11H11l-4.5 3.5v-3.5H4z',
  lock: 'M5.5 11h13v9h-13zM8.2 11V8a3.8 3.8 0 0 1 7.6 0v3',
  shield: 'M12 3.5l7 2.5v5.5c0 4.2-2.7 7.3-7 9-4.3-1.7-7-4.8-7-9V6l7-2.5zM9 12l2.2 2.2L15.2 10',
  language:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.8 12h16.4M12 3.5c2.6 2.4 3.8 5.2 3.8 8.5s-1.2 6.1-3.8 8.5c-2.6-2.4-3.8-5.2-3.8-8.5S9.4 5.9 12 3.5z',
  offline:
    'M3 3.5l18 17M2.8 9.2A14 14 0 0 1 7 6.7M11 5.5a14 14 0 0 1 10.2 3.7M6.3 13a9 9 0 0 1 4.2-2.3M15 11.2a9 9 0 0 1 2.7 1.8M12 18v.1',
  device: 'M7 3.5h10v17H7zM11 17.5h2',
  download: 'M12 4v11M7.5 10.8L12 15.2l4.5-4.4M4.5 19.5h15',
  print: 'M7 9V4h10v5M7 16.5H4V9h16v7.5h-3M7 13.5h10v6.5H7z',
  pencil: 'M4.5 19.5l.9-4L16 4.9l3.1 3.1L8.5 18.6l-4 .9zM13.6 7.3l3.1 3.1',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5',
  camera: 'M3.5 7.5h4l1.7-3h5.6l1.7 3h4v12h-17zM12 9.7a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z',
  photo: 'M3.5 4.5h17v15h-17zM3.5 16l4.8-5 4.2 4.2 2.6-2.6 5.4 5.2M15.5 8.6v.1',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.9 13h9.2l.9-13',
  share: 'M12 3.5v11M8 7.2l4-3.7 4 3.7M7 10.5H5v10h14v-10h-2',
} as const satisfies Readonly<Record<string, string>>;

export type IconName = keyof typeof drawings;
export const icons: Readonly<Record<IconName, string>> = drawings;

/** `arrow-forward`, `arrow-back` and `chevron-forward`: mirrored in right-to-left pages. */
export const pointing = /^arrow|-forward$/;
