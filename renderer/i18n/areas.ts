import type designMessages from '../design/messages/en.json';
import type deviceMessages from '../device/messages/en.json';
import type consoleMessages from '../features/console/messages/en.json';
import type handOffMessages from '../features/hand-off/messages/en.json';
import type flowMessages from '../features/intake/flow/messages/en.json';
import type safetyMessages from '../features/intake/safety/messages/en.json';
import type sentMessages from '../features/intake/screens/sent/messages/en.json';
import type welcomeMessages from '../features/intake/screens/welcome/messages/en.json';
import type controlsMessages from '../form/controls/messages/en.json';
import type formMessages from '../form/messages/en.json';
import type kioskFrameMessages from '../kiosk/frame/messages/en.json';
import type kioskMessages from '../kiosk/messages/en.json';
import type shellMessages from '../shell/messages/en.json';

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
