import { useState } from 'react';
import { ageOn } from '../../../sync/domain/person/age.ts';
import { CODE_LENGTH } from '../../../sync/protocol/api/accounts.ts';
import type { MessageKey } from '../../i18n/index.ts';
import { type Mobile, useReadMobile } from '../phone/read-mobile.ts';
import { useSentCode } from './use-sent-code.ts';
import { OWNER_ID, requestProblem, type SignIn, type SignInProblem } from './use-sign-in.ts';

export const NUMBER_ID = 'sign-in-number';
export const TEXT_CODE_ID = 'sign-in-text-code';
export const BIRTH_DATE_ID = 'sign-in-birth-date';

/** Its own fields; what else may go wrong is as in {@link SignIn}. */
export interface TextFault {
  readonly at: typeof NUMBER_ID | typeof TEXT_CODE_ID | typeof BIRTH_DATE_ID;
  readonly key: MessageKey<'phone'>;
}

const isBirthDate = (date: string) => ageOn(date, new Date().toISOString().slice(0, 10)) !== undefined;

/** A number, then the code that was texted there and the date of birth: a text alone opens nothing, because numbers are given to other people. */
export function useTextSignIn({ owner, once, account, language, read, showStep }: SignIn) {
  const readMobile = useReadMobile();
  const [typed, setTyped] = useState('');
  const [mobile, setMobile] = useState<Mobile>();
  const [birthDate, setBirthDate] = useState('');
  const [fault, setFault] = useState<TextFault>();
  const sent = useSentCode();

  const attempt = (work: () => Promise<SignInProblem | undefined>) =>
    once(() => {
      setFault(undefined);
      return work();
    });
  const failAt = (at: TextFault['at'], key: TextFault['key']) => {
    setFault({ at, key });
    return undefined;
  };
  const requestCode = async (to: Mobile, again: boolean): Promise<SignInProblem | undefined> => {
    const result = await (await (await account()).phone()).requestCode(to.e164, language);
    if (result.status === 'no-number') return failAt(NUMBER_ID, 'number.wrong');
    if (result.status !== 'sent') return requestProblem(result);
    sent.sent(again);
    setMobile(to);
    showStep('code');
    return undefined;
  };
  const signIn = async (code: string): Promise<SignInProblem | undefined> => {
    if (code.length < CODE_LENGTH) return failAt(TEXT_CODE_ID, 'code.missing');
    if (!isBirthDate(birthDate)) return failAt(BIRTH_DATE_ID, 'birthDate.missing');
    const by = { text: { code, birthDate } };
    const credentials = { phone: mobile?.e164 ?? '', language, by, shared: owner === 'shared' };
    const result = await (await account()).signIn(credentials);
    if (result.status === 'wrong') return failAt(TEXT_CODE_ID, `code.${sent.refused()}`);
    return read(result, 'text');
  };
  const entering = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFault(undefined);
  };

  return {
    ...{ typed, mobile, birthDate, fault, sent },
    faultAt: (field: TextFault['at']) => (fault?.at === field ? fault.key : undefined),
    typeNumber: entering(setTyped),
    typeBirthDate: entering(setBirthDate),
    /** Goes on by itself where the date of birth is there already. */
    typeCode(text: string) {
      setFault(undefined);
      const complete = sent.type(text);
      if (complete !== undefined && isBirthDate(birthDate)) void attempt(() => signIn(complete));
    },
    askForCode: () =>
      void attempt(async () => {
        const read = await readMobile(typed);
        if (!read) return failAt(NUMBER_ID, 'number.wrong');
        return owner === null ? { at: OWNER_ID, key: 'device.missing' } : requestCode(read, false);
      }),
    resend: () => void (mobile && attempt(() => requestCode(mobile, true))),
    signIn: () => void attempt(() => signIn(sent.code)),
    backToNumber() {
      setFault(undefined);
      sent.setCode('');
      showStep('email');
    },
  };
}
