import { formatPhone } from './format-phone.ts';
import styles from './phone-number.module.css';

interface PhoneNumberProps {
  /** E.164; any other address of a person is shown as it is. */
  readonly number: string;
  /** Says +1 as well. */
  readonly withCountry?: boolean;
}

/** A phone number, read from left to right in every language. */
export function PhoneNumber({ number, withCountry = false }: PhoneNumberProps) {
  return (
    <bdi dir="ltr" className={number.startsWith('+') ? styles.whole : undefined}>
      {withCountry && number.startsWith('+1') && '+1 '}
      {formatPhone(number)}
    </bdi>
  );
}

interface PhoneSentenceProps extends PhoneNumberProps {
  /** The sentence around the number, given what stands for it. */
  readonly sentence: (phone: string) => string;
}

/** Stands for the number while the sentence is put together: no text has it. */
const PLACE = '\ufffc';

/** A sentence with a phone number in it. */
export function PhoneSentence({ sentence, ...number }: PhoneSentenceProps) {
  const [before, ...after] = sentence(PLACE).split(PLACE);
  return (
    <>
      {before}
      <PhoneNumber {...number} />
      {after.join('')}
    </>
  );
}
