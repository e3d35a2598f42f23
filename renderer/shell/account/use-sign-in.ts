import { useLocation } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Language } from '../../../sync/domain/languages.ts';
import { CODE_LENGTH } from '../../../sync/protocol/api/accounts.ts';
import { usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import { type MessageKey, useLanguage } from '../../i18n/index.ts';
import type { Account, AccountFailure, SignInResult } from '../../platform/contract/account.ts';
import type { DeviceOwner } from '../../platform/contract/contract.ts';
import type { PasskeyProblem } from '../passkeys/passkey-problem.tsx';
import type { ChosenPasskey } from '../passkeys/use-passkey.ts';
import { useSentCode } from './use-sent-code.ts';

export const EMAIL_ID = 'sign-in-email';
export const PASSWORD_ID = 'sign-in-password';
export const CODE_ID = 'sign-in-code';
export const OWNER_ID = 'sign-in-device';
type FieldId = typeof EMAIL_ID | typeof PASSWORD_ID | typeof CODE_ID | typeof OWNER_ID;

const MINUTE_MS = 60_000;

/** What went wrong: at a field, which then takes the focus, or with the request, which is told above the button. */
export interface SignInProblem {
  readonly at?: FieldId;
  readonly key: MessageKey<'account'>;
  readonly minutes?: number;
}

export type SignInWay = 'code' | 'password' | 'passkey' | 'text';

export interface SignInOptions {
  /** To begin with, e.g. what the patient gave as their contact. */
  readonly email?: string | undefined;
  readonly owner?: DeviceOwner | undefined;
  /** Only proves again who is signed in: their address and their device stay. */
  readonly proof?: boolean | undefined;
  /** Whether a password may be used; by default, because nobody is told who has one. */
  readonly withPassword?: boolean | undefined;
  /** Whether Apple is a way here; by default. */
  readonly withApple?: boolean | undefined;
  /** Once somebody is signed in. */
  readonly onDone: (by: SignInWay) => void;
  /** To another site; the browser's own where left out. */
  readonly leave?: ((url: string) => void) | undefined;
  /** In its place where they had forgotten their password: to where a new one is set. Left out where there is no way to it. */
  readonly onNewPassword?: (() => void) | undefined;
}

export type SignIn = ReturnType<typeof useSignIn>;

const looksLikeAddress = (email: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);

export function requestProblem(failure: AccountFailure): SignInProblem {
  if (failure.status === 'offline') return { key: 'failed.offline' };
  if (failure.status === 'not-understood') return { key: 'failed.update' };
  if (failure.retryAfterMs === undefined) return { key: 'failed.busy' };
  return { key: 'failed.later', minutes: Math.max(1, Math.ceil(failure.retryAfterMs / MINUTE_MS)) };
}

interface Entered {
  readonly email: string;
  readonly way: 'code' | 'password' | 'text';
  readonly password: string;
  readonly owner: DeviceOwner | null;
}

function missingOf({ email, way, password, owner }: Entered): SignInProblem | undefined {
  if (!looksLikeAddress(email.trim())) return { at: EMAIL_ID, key: 'email.missing' };
  if (way === 'password' && password === '') return { at: PASSWORD_ID, key: 'password.missing' };
  return owner === null ? { at: OWNER_ID, key: 'device.missing' } : undefined;
}

async function accountOf(platform: ReturnType<typeof usePlatform>): Promise<Account> {
  const found = (await platform).account;
  if (!found) throw new Error('Nobody has an account here');
  return found;
}

interface OtherWay {
  readonly owner: DeviceOwner | null;
  readonly language: Language;
  readonly account: () => Promise<Account>;
}

async function signInByPasskey({
  owner,
  language,
  account,
  proof,
  choose,
  read,
  setChoosing,
  setRefused,
}: OtherWay & {
  readonly proof: boolean;
  readonly choose: () => Promise<ChosenPasskey>;
  readonly read: (result: SignInResult) => SignInProblem | undefined;
  readonly setChoosing: (choosing: boolean) => void;
  readonly setRefused: (problem: PasskeyProblem) => void;
}): Promise<SignInProblem | undefined> {
  if (owner === null) return { at: OWNER_ID, key: 'device.missing' };
  // Before anything is waited for: the browser wants the press.
  const choosing = choose();
  setChoosing(true);
  const chosen = await choosing;
  if (chosen.status === 'failed') setRefused('failed');
  if (chosen.status === 'failed' || chosen.status === 'declined') return undefined;
  if (chosen.status !== 'chosen') return requestProblem(chosen);
  const found = await account();
  const state = found.state();
  const person = proof && state?.status === 'signed-in' ? state.person : undefined;
  const by = { passkey: chosen.assertion };
  const result = await found.signIn({ language, by, shared: owner === 'shared', person });
  if (result.status === 'wrong' || result.status === 'elsewhere') setRefused(result.status);
  return read(result);
}

async function goToApple({
  owner,
  language,
  account,
  returnTo,
  leave,
}: OtherWay & {
  readonly returnTo: string;
  readonly leave: (url: string) => void;
}): Promise<SignInProblem | undefined> {
  if (owner === null) return { at: OWNER_ID, key: 'device.missing' };
  const apple = await (await account()).apple();
  const started = await apple.begin({ language, shared: owner === 'shared', returnTo });
  if (started.status !== 'ok') return requestProblem(started);
  leave(started.url);
  return undefined;
}

/** One request at a time: a second Enter, or the last digit and then the button, sends nothing more. */
function useOneRequest() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem>();
  /** What a passkey came to. */
  const [refused, setRefused] = useState<PasskeyProblem>();
  const atWork = useRef(false);
  const once = async (work: () => Promise<SignInProblem | undefined>) => {
    if (atWork.current) return;
    atWork.current = true;
    setBusy(true);
    setProblem(undefined);
    setRefused(undefined);
    // It rejects where the code for it can't be loaded: offline, and never loaded before.
    const found = await work().catch((): SignInProblem => ({ key: 'failed.offline' }));
    atWork.current = false;
    setBusy(false);
    setProblem(found);
  };
  return { busy, problem, refused, setProblem, setRefused, once, isAtWork: () => atWork.current };
}

/** The steps of a sign-in: an address, then a code that was mailed there; or address and password; or those of `text-sign-in.tsx`. */
export function useSignIn(options: SignInOptions) {
  const { email: first = '', owner: whose, proof = false, withPassword = true, onDone } = options;
  const { withApple = !proof } = options;
  const { onNewPassword, leave = (url) => location.assign(url) } = options;
  const { settings } = usePack();
  const platform = usePlatform();
  const { language } = useLanguage();
  const { pathname: returnTo } = useLocation();
  const [step, setStep] = useState<'email' | 'code'>('email');
  const [way, setWay] = useState<'code' | 'password' | 'text'>('code');
  const [email, setEmail] = useState(first);
  const [owner, setOwner] = useState<DeviceOwner | null>(whose ?? null);
  const [forgot, setForgot] = useState(false);
  const [password, setPassword] = useState('');
  const sent = useSentCode();
  /** Another way is being got ready: the button of the code isn't what is waited for. */
  const [choosing, setChoosing] = useState(false);
  const { busy, problem, refused, setProblem, setRefused, once, isAtWork } = useOneRequest();

  const entering =
    <Value = string>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setProblem(undefined);
    };
  const account = () => accountOf(platform);
  const requestCode = async (again: boolean): Promise<SignInProblem | undefined> => {
    const result = await (await account()).requestCode(email.trim(), language);
    if (result.status !== 'sent') return requestProblem(result);
    sent.sent(again);
    setStep('code');
    return undefined;
  };
  const wrong = (by: SignInWay): SignInProblem | undefined => {
    if (by === 'password') return { at: PASSWORD_ID, key: 'password.wrong' };
    // Told by who offers that way.
    if (by !== 'code') return undefined;
    sent.setCode('');
    return { at: CODE_ID, key: `code.${sent.refused()}` };
  };
  const read = (result: SignInResult, by: SignInWay): SignInProblem | undefined => {
    switch (result.status) {
      case 'signed-in':
        if (forgot && onNewPassword) onNewPassword();
        else onDone(by);
        return undefined;
      case 'wrong':
      case 'elsewhere':
      case 'exists':
      case 'mismatch':
        return wrong(by);
      case 'code-needed':
        return { key: 'failed.codeNeeded' };
      case 'storage':
        return { key: 'failed.storage' };
      default:
        return requestProblem(result);
    }
  };
  const signInBy = async (by: { readonly code: string } | { readonly password: string }) => {
    const credentials = { email: email.trim(), language, by, shared: owner === 'shared' };
    return read(await (await account()).signIn(credentials), 'code' in by ? 'code' : 'password');
  };
  const sendCode = (typed: string) =>
    once(async () =>
      typed.length < CODE_LENGTH ? { at: CODE_ID, key: 'code.missing' } : signInBy({ code: typed }),
    );

  const codeForPassword = (isForgotten: boolean) => {
    setWay('code');
    setForgot(isForgotten);
    void once(async () => missingOf({ email, way: 'code', password, owner }) ?? requestCode(false));
  };

  return {
    ...{ forgot, canReset: onNewPassword !== undefined, proof, withPassword, withApple },
    /** Who is signed in proves it by what doesn't need a number. */
    withText: settings.texts !== undefined && !proof,
    ...{ step, way, email, owner, password, sent, problem, refused },
    busy: busy && !choosing,
    /** For the steps of another way. */
    ...{ once, account, language, read, showStep: setStep },
    signInByPasskey(choose: () => Promise<ChosenPasskey>) {
      const parts = { owner, language, account, proof, choose, setChoosing, setRefused };
      void once(() => signInByPasskey({ ...parts, read: (result) => read(result, 'passkey') })).then(() =>
        setChoosing(false),
      );
    },
    /** Of a field, gone with the next key. */
    problemAt: (field: FieldId) => (problem?.at === field ? problem : undefined),
    typeEmail: entering(setEmail),
    typePassword: entering(setPassword),
    chooseOwner: entering<DeviceOwner>(setOwner),
    /** Goes on by itself once it is complete. */
    typeCode(typed: string) {
      if (isAtWork()) return;
      setProblem(undefined);
      const complete = sent.type(typed);
      if (complete !== undefined) void sendCode(complete);
    },
    continueWithApple: () => void once(() => goToApple({ owner, language, account, returnTo, leave })),
    submit() {
      if (step === 'code') return void sendCode(sent.code);
      void once(
        async () =>
          missingOf({ email, way, password, owner }) ??
          (way === 'password' ? signInBy({ password }) : requestCode(false)),
      );
    },
    resend: () => void once(() => requestCode(true)),
    /** In the place of the password. */
    codeInstead: () => codeForPassword(false),
    /** The same code; who is let in by it goes on to a new password. */
    forgetPassword: () => codeForPassword(true),
    usePassword() {
      setWay('password');
      setForgot(false);
      setProblem(undefined);
    },
    backToEmail() {
      setWay('code');
      setStep('email');
      sent.setCode('');
      setProblem(undefined);
    },
    /** @param load its part. Where that can't be loaded, the page goes on without it. */
    textInstead(load: () => Promise<unknown>) {
      setChoosing(true);
      void once(async () => {
        await load();
        setWay('text');
        return undefined;
      }).then(() => setChoosing(false));
    },
  };
}
