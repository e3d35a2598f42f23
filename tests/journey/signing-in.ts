/** Signing in with a code that is read from the server's own outbox of letters. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Patient } from '../support/patient.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';

/** Letters that were written since `known`, the newest last. One that is still being written has a dot before its name. */
function lettersBeside(server: TestServer, known: ReadonlySet<string>): readonly string[] {
  const outbox = join(server.dataDir, 'outbox');
  try {
    return readdirSync(outbox)
      .filter((name) => name.endsWith('.txt') && !name.startsWith('.') && !known.has(name))
      .toSorted((one, other) => statSync(join(outbox, one)).mtimeMs - statSync(join(outbox, other)).mtimeMs)
      .map((name) => join(outbox, name));
  } catch {
    return [];
  }
}

/** The code that is mailed to who does this. */
export async function mailedCode(server: TestServer, asks: () => Promise<void>): Promise<string> {
  const known = new Set(lettersBeside(server, new Set()).map((path) => path.split('/').at(-1) ?? ''));
  await asks();
  let code: string | undefined;
  await until('the code has been mailed', async () => {
    const letter = lettersBeside(server, known).at(-1);
    code = letter === undefined ? undefined : /\b\d{6}\b/.exec(readFileSync(letter, 'utf8'))?.[0];
    return code !== undefined;
  });
  return code ?? '';
}

/** On a page that has the sign-in on it. */
export async function signsIn(
  server: TestServer,
  { page }: Patient,
  email: string,
  device: 'own' | 'shared' = 'own',
): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  const whose = device === 'own' ? 'Yes, it’s mine' : 'No, others use it';
  await page.getByText(whose, { exact: true }).click({ force: true });
  const code = await mailedCode(server, () => page.getByRole('button', { name: 'Email me a code' }).click());
  await page.getByRole('textbox', { name: '6-digit code' }).fill(code);
}
