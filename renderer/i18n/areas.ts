import type consoleMessages from '../messages/console/en.json';
import type controlsMessages from '../messages/controls/en.json';
import type designMessages from '../messages/design/en.json';
import type deviceMessages from '../messages/device/en.json';
import type flowMessages from '../messages/flow/en.json';
import type formMessages from '../messages/form/en.json';
import type handOffMessages from '../messages/hand-off/en.json';
import type kioskMessages from '../messages/kiosk/en.json';
import type kioskFrameMessages from '../messages/kiosk-frame/en.json';
import type safetyMessages from '../messages/safety/en.json';
import type sentMessages from '../messages/sent/en.json';
import type shellMessages from '../messages/shell/en.json';
import type welcomeMessages from '../messages/welcome/en.json';

/** The English catalogues decide which keys there are. */
interface Catalogues {
  shell: typeof shellMessages;
  welcome: typeof welcomeMessages;
  flow: typeof flowMessages;
  sent: typeof sentMessages;
  form: typeof formMessages;
  controls: typeof controlsMessages;
  safety: typeof safetyMessages;
  console: typeof consoleMessages;
  design: typeof designMessages;
  device: typeof deviceMessages;
  'hand-off': typeof handOffMessages;
  'kiosk-frame': typeof kioskFrameMessages;
  kiosk: typeof kioskMessages;
}

/** A part of the product whose texts are loaded together. */
export type Area = keyof Catalogues;
export type MessageKey<A extends Area> = keyof Catalogues[A] & string;
export type MessageParameters = Readonly<Record<string, string | number>>;
export type Translate<A extends Area> = (key: MessageKey<A>, parameters?: MessageParameters) => string;

/** What the compile plugin makes of one catalogue file: a function per key. */
export type CompiledMessages = Readonly<Record<string, (parameters: MessageParameters) => string>>;
