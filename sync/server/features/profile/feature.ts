/** What patients say of themselves besides their health: names, addresses, and what they agree to be written to about. */
import { randomUUID } from 'node:crypto';
import { PERSON_RECORD } from '../../../protocol/records/person.ts';
import type { Feature } from '../../core/feature.ts';
import { accountDesk, patients } from '../accounts/feature.ts';
import { applyPersonEdits } from './apply-edits.ts';
import { addContactRoutes } from './contacts.ts';
import { mergedPeople } from './merge-people.ts';
import { openPersonTables } from './person-tables.ts';

export { findConsent, keepsPrivate } from './find-consent.ts';

export const profile: Feature = {
  name: 'profile',
  operations: new URL('./operations.ts', import.meta.url).href,
  open(core) {
    patients.of(core).addPart(mergedPeople);
    patients.of(core).addBirthDateReader(async (sql, publish, { vendor, person, birthDate }) => {
      const at = core.now();
      const version = randomUUID();
      await openPersonTables(sql, publish, { vendor, person, at }).write(
        PERSON_RECORD,
        'birth-date',
        version,
        {
          ...{ version, value: { birthDate }, author: 'clinic', statedAt: at.toISOString(), proven: true },
        },
      );
    });
    const desk = accountDesk.find(core);
    return {
      apply: applyPersonEdits,
      addPatientRoutes(scope) {
        // Where tests put patients without accounts in the place of the accounts, there are no addresses either.
        if (desk) addContactRoutes(scope, { sql: core.sql, now: core.now, desk });
      },
    };
  },
};
