/** Prints a receipt without a dialog, from a page of its own that nobody sees, over a partition in memory that no patient's page shares. */
import { randomUUID } from 'node:crypto';
import { viewPreferences } from '../../policy/web-preferences.ts';
import type { KeptBack, Printer } from '../host.ts';
import { type FindProgram, findProgram, type RunProgram, runProgram } from '../shared/commands/child.ts';
import { cancelOwnJobs } from '../shared/commands/cups-jobs.ts';
import { escapeHtml, type ShellPages } from '../shared/shell-pages.ts';
import { lockContents } from './lock-contents.ts';
import type { ElectronPieces, SessionPiece, ViewPiece } from './pieces.ts';
import { closeContents } from './views.ts';

/** A page that isn't loaded, or a printer that hasn't taken it, by then is given up. */
export const PRINT_MS = 20_000;

const STYLE =
  'body{margin:4mm;font:11pt/1.5 sans-serif;color:#000}h1{font-size:13pt;margin:0 0 3mm}p{margin:0}';

export interface PrinterOptions<View extends ViewPiece, Session extends SessionPiece> {
  readonly electron: Pick<ElectronPieces<View, Session>, 'WebContentsView' | 'session'>;
  readonly pages: ShellPages;
  /** What is shown now: Electron asks for printers by a page. */
  readonly current: () => View | undefined;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onKeptBack: (what: KeptBack) => void;
  readonly find?: FindProgram;
  readonly run?: RunProgram;
  /** Whose jobs are cancelled; the process' own user where it is absent. */
  readonly user?: string;
}

export function createPrinter<View extends ViewPiece, Session extends SessionPiece>(
  options: PrinterOptions<View, Session>,
): Printer {
  const { electron, pages, current, after, onKeptBack } = options;
  const { find = findProgram, run = runProgram, user } = options;
  const printing = new Set<View>();
  let failing = false;

  async function printers(view: View): Promise<number> {
    return (await view.webContents.getPrintersAsync()).length;
  }

  function sendToPrinter(view: View): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = after(PRINT_MS, () => resolve(false));
      view.webContents.print({ silent: true }, (taken) => {
        cancel();
        resolve(taken);
      });
    });
  }

  return {
    async state() {
      const view = current();
      if (view === undefined || view.webContents.isDestroyed()) return failing ? 'failing' : 'absent';
      if ((await printers(view)) === 0) return 'absent';
      return failing ? 'failing' : 'ready';
    },
    async print({ title, lines, language }) {
      const address = pages.add(`receipt-${randomUUID()}`, {
        title,
        style: STYLE,
        body: `<main lang="${escapeHtml(language)}" dir="auto"><h1>${escapeHtml(title)}</h1>${lines.map((line) => `<p dir="auto">${escapeHtml(line)}</p>`).join('')}</main>`,
      });
      // One for all of them: Electron keeps each partition until it ends, and a page without scripts leaves nothing in it.
      const session = electron.session.fromPartition('receipt', { cache: false });
      const view = new electron.WebContentsView({ webPreferences: viewPreferences({ session }, false) });
      printing.add(view);
      try {
        lockContents(view.webContents, address, onKeptBack);
        await view.webContents.loadURL(address);
        if ((await printers(view)) === 0) return false;
        const taken = await sendToPrinter(view);
        failing = !taken;
        return taken;
      } catch {
        // Cancelled by a wipe, or a printer that is away: the screen has the same lines.
        failing = true;
        return false;
      } finally {
        pages.remove(address);
        printing.delete(view);
        await closeContents(view.webContents);
      }
    },
    async cancelAll() {
      await Promise.all([...printing].map((view) => closeContents(view.webContents)));
      // CUPS alone can be told, where it is there; what a printer of Windows' has taken is on paper a second later.
      await cancelOwnJobs(find, run, user);
    },
  };
}
