import { emergencyFor, linesFor } from '../../../sync/domain/emergency/emergency.ts';
import type { EmergencyLine } from '../../../sync/domain/emergency/emergency-line.ts';
import { TextLink } from '../../design/basic/index.ts';
import { useLanguage, useMessages } from '../../i18n/index.ts';

/** One number on one line. In right-to-left text its groups would change their places; one group alone can't. */
const whole = (number: string) =>
  /^\d+$/.test(number) ? number : `\u2066${number.replaceAll(' ', '\u00a0')}\u2069`;

/** Which number it is, and how it is reached. */
function LineLink({ line }: { readonly line: EmergencyLine }) {
  const t = useMessages('shell');
  const address = line.channel === 'call' ? `tel:${line.number}` : `sms:${line.number}`;
  return (
    <TextLink href={address} tone="ink">
      {t(line.channel === 'call' ? 'emergency.call' : 'emergency.text', {
        number: whole(line.display),
      })}
    </TextLink>
  );
}

export function EmergencyNumbers({ place }: { readonly place: string }) {
  const t = useMessages('shell');
  const { language } = useLanguage();
  const numbers = emergencyFor(place);
  const emergency = linesFor(numbers, 'emergency', language).find((line) => line.channel === 'call');
  const crisis = linesFor(numbers, 'crisis', language);
  const crisisLines = [
    crisis.find((line) => line.channel === 'call'),
    crisis.find((line) => line.channel === 'text'),
  ].filter((line) => line !== undefined);
  return (
    <>
      {emergency && (
        <>
          {t('emergency.danger')} <LineLink line={emergency} />.{' '}
        </>
      )}
      {crisisLines.length > 0 && (
        <>
          {t('emergency.crisis')}{' '}
          {crisisLines.map((line, index) => (
            <span key={line.id}>
              {index > 0 && ` ${t('emergency.or')} `}
              <LineLink line={line} />
            </span>
          ))}
          .
        </>
      )}
    </>
  );
}
