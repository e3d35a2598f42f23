/** What is on the panel where the app itself can't: in every language at once, since nobody was asked for theirs. Text nodes and nothing else. */
import { languages } from '../../sync/domain/languages.ts';
import { directionOf, loadMessages } from '../i18n/index.ts';
import styles from './out-of-order.module.css';

type Load = typeof loadMessages;

/** @param load texts that can't be had are left out; with none of them the panel stays empty, which the watchdog notices as it does the rest. */
export async function showOutOfOrder(host: HTMLElement, load: Load = loadMessages): Promise<void> {
  const sections = await Promise.all(
    languages.map(async (language) => {
      const t = await load('kiosk', language).catch(() => undefined);
      if (t === undefined) return [];
      const section = document.createElement('section');
      section.lang = language;
      section.dir = directionOf(language);
      section.append(line('h1', t('broken.title')), line('p', t('broken.text')));
      return [section];
    }),
  );
  const main = document.createElement('main');
  main.className = styles.page ?? '';
  main.append(...sections.flat());
  host.replaceChildren(main);
}

function line(name: 'h1' | 'p', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
