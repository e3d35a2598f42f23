/** Signing in by a text: see `sync/protocol/api/phone.ts`. */
import { phoneSignInSchema } from '../../../protocol/api/phone.ts';
import type { Sql } from '../../base/database/database.ts';
import { deviceOf, vendorOf } from '../../http/access/access.ts';
import { browserName } from '../../http/browser-name.ts';
import { bodyOf } from '../../http/device-requests.ts';
import type { PatientScope } from '../../http/patient-scope.ts';
import type { AccountDesk } from '../accounts/feature.ts';
import { askingOf, BASE, type CountTry, failed } from './phone-requests.ts';
import type { TextDays } from './text-days.ts';
import type { TextLimits } from './text-limits.ts';
import type { Texting } from './texting.ts';

export interface TextSignInDependencies {
  readonly sql: Sql;
  readonly desk: AccountDesk;
  readonly texting: Texting;
  readonly limits: Pick<TextLimits, 'takeDate' | 'giveDateBack'>;
  readonly days: TextDays;
  readonly countTry: CountTry;
}

const deviceOnly = { config: { access: 'device' } } as const;

export function addTextSignIn({ routes, answer }: PatientScope, dependencies: TextSignInDependencies): void {
  const { sql, desk, texting, limits, days, countTry } = dependencies;
  const { answers, people, phones, codes, trail } = desk;

  routes.post(`${BASE}/codes`, deviceOnly, async (request, reply) => {
    await answers.refuseKiosk(request);
    await texting.codeToSignIn(askingOf(request));
    return answer(reply);
  });

  routes.post(`${BASE}/session`, deviceOnly, async (request, reply) => {
    await answers.refuseKiosk(request);
    const { phone, language, code, birthDate, shared } = bodyOf(request, phoneSignInSchema);
    const { e164: number } = texting.numberOf({ vendor: vendorOf(request), phone });
    const { slug: vendor } = vendorOf(request).pack;
    const { deviceId: device } = deviceOf(request);
    const seen = await phones.ownerOf(sql, vendor, number);
    const attempt = await countTry(vendor, number, seen?.person, request);
    const isDateCounted = await limits.takeDate({ vendor, number });
    let isWrongDate = false;
    const opened = await sql.begin(async (transaction) => {
      const owner = await phones.ownerOf(transaction, vendor, number);
      // The number may be somebody else's by now: it opens nothing without what only the patient knows (A34). Counted as a wrong code, which spends none.
      const isPatient = isDateCounted && owner !== undefined && owner.birthDate === birthDate;
      const redeemed = await codes.redeem(transaction, { vendor, email: number, device }, code, !isPatient);
      isWrongDate = redeemed !== undefined && !isPatient;
      if (!redeemed || !isPatient) return undefined;
      if (!(await people.lock(transaction, vendor, owner.person))) return undefined;
      await phones.reached(transaction, vendor, number, language);
      await days.entered(transaction, vendor);
      return desk.enter(transaction, {
        ...{ vendor, person: owner.person, isNew: false, codeAskedAt: redeemed.askedAt, shared, device },
        ...{ browser: browserName(request.headers['user-agent']), presented: answers.presentedBy(request) },
        from: request.ip,
      });
    });
    // Who doesn't have the number uses up nothing of what its owner may.
    if (isDateCounted && !isWrongDate) await limits.giveDateBack({ vendor, number });
    if (!opened) {
      trail.failed({ vendor, person: seen?.person, from: request.ip });
      throw failed();
    }
    await desk.limits.codes.succeed(attempt);
    answers.setCookie(reply, opened);
    return answer(reply, await answers.describe(opened.session));
  });
}
