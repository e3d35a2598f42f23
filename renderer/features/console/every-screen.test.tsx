/** The console's screens with names as hostile as people can write them: nothing reaches out of the page, and no engine finds a fault. */
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { InboxItem } from '../../../sync/protocol/api/inbox.ts';
import { endMotion } from '../../design/testing/end-motion.ts';
import { languagesInTurn } from '../../design/testing/languages-in-turn.ts';
import {
  type ConsoleServer,
  caseLine,
  createConsoleServer,
  heldLine,
  routineLine,
} from './testing/console-server.ts';
import { inboxItem } from './testing/inbox.ts';
import { sideways, violations } from './testing/inspect-page.ts';
import { openConsoleAt } from './testing/open-console.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.style.fontSize = '';
});

const UNBROKEN = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const named = (item: InboxItem, patientName: string): InboxItem => ({ ...item, patientName });
const flood = {
  scope: 'device',
  known: null,
  alerts: 9,
  cases: 3,
  devices: 1,
  names: 4,
  blocked: true,
} as const;
const lines: readonly InboxItem[] = [
  named(caseLine, `${UNBROKEN} ${UNBROKEN}`),
  inboxItem({ id: '0197a000-0000-7000-8000-0000000000c8', kind: 'alert', status: 'open', flood }),
  heldLine,
  named(routineLine, '<img src=x onerror=alert(1)> \u202Egnp.exe'),
];
const withLines = () => createConsoleServer({ lines });

async function searchesInVain(): Promise<void> {
  const typed = UNBROKEN.repeat(2);
  await userEvent.fill(page.getByRole('searchbox'), typed);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.querySelector('[data-lines]')?.textContent).toContain(typed);
}

const screens: Readonly<
  Record<
    string,
    { readonly path: string; readonly server: () => ConsoleServer; readonly act?: () => Promise<void> }
  >
> = {
  'sign-in': { path: '', server: () => createConsoleServer({ signedIn: false }) },
  inbox: { path: '', server: withLines },
  'an empty inbox': { path: '', server: () => createConsoleServer({ lines: [] }) },
  'nothing found': { path: '', server: withLines, act: searchesInVain },
  'a case with an alert': { path: `/cases/${caseLine.id}`, server: withLines },
  'a case with findings': { path: `/cases/${routineLine.id}`, server: withLines },
  'a held case': { path: `/cases/${heldLine.id}`, server: withLines },
};
const views = [
  { width: 1280, text: 100 },
  { width: 390, text: 100 },
  { width: 320, text: 200 },
] as const;
const visits = Object.entries(screens).flatMap(([name, screen], index) =>
  languagesInTurn(index).map((language) => ({ name, screen, language })),
);

test.each(visits)('$name, $language: nothing outside, no violations', async ({ screen, language }) => {
  await page.viewport(1280, 900);
  openConsoleAt(`/console/meadow${screen.path}`, screen.server(), language);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  await screen.act?.();
  for (const { width, text } of views) {
    await page.viewport(width, 900);
    document.documentElement.style.fontSize = `${text}%`;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    endMotion();
    expect.soft(sideways(), `sideways: ${width} px, ${text} %`).toEqual([]);
    expect.soft(await violations(), `${width} px, ${text} %`).toEqual([]);
  }
});
