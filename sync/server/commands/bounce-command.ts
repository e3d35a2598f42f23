/**
 * `npm run bounce < MAIL`: what comes back to `MAIL_FROM`, one mail at a time, as a mail server's alias hands it over. Any other mail is left alone,
 * and so is news of an address that the letter wasn't sent to. Exits with 0 for all of them: a mail server would bounce the bounce. With 75 where the
 * database can't be reached.
 */
import { buffer } from 'node:stream/consumers';
import { withDatabase } from '../base/cluster/with-database.ts';
import { type Config, readConfig } from '../base/config/config.ts';
import { openKeys } from '../core/keys/keys.ts';
import { createMessages } from '../core/messages/messages.ts';
import { createMessageSeal } from '../core/messages/sealed-content.ts';
import { addressIsUnreachable, readEmailAddress } from '../features/accounts/feature.ts';
import { type Bounce, readBounce, takeBounce } from '../providers/mail/bounces.ts';
import { runCommand } from './run-command.ts';

async function take(config: Config, bounce: Bounce): Promise<boolean> {
  const { nonce } = await openKeys(config.dataDir);
  return await withDatabase(config, async ({ sql }) => {
    const now = () => new Date();
    const messages = createMessages({ sql, seal: createMessageSeal(nonce), now });
    messages.onUndeliverable(({ vendor, to }) => addressIsUnreachable(sql, vendor, to, now()));
    return await takeBounce({ sql, messages }, bounce);
  });
}

/** For a mail server: try again (`sysexits.h`, EX_TEMPFAIL). */
const TRY_AGAIN = 75;

await runCommand(async () => {
  const config = readConfig(process.env);
  const bounce = await readBounce(new Uint8Array(await buffer(process.stdin)));
  // As it is compared and sent to.
  const to = readEmailAddress(bounce?.to ?? '');
  if (!bounce || to === undefined) {
    console.log('No news of a letter.');
    return 0;
  }
  try {
    const isNews = await take(config, { ...bounce, to });
    console.log(isNews ? `A letter didn’t arrive: ${bounce.status}.` : 'No news of a letter.');
    return 0;
  } catch (error) {
    console.error(error);
    return TRY_AGAIN;
  }
});
