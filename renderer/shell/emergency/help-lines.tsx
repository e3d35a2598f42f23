import { emergencyFor, linesFor } from '../../../sync/domain/emergency/emergency.ts';
import type { EmergencyKind, EmergencyLine } from '../../../sync/domain/emergency/emergency-line.ts';
import { readLocalized } from '../../../sync/domain/languages.ts';
import { placeName } from '../../../sync/domain/places/places.ts';
import { ContentRow, LinkRow, Rows, RowTitle, Text } from '../../design/basic/index.ts';
import { languageAttributes, useFormat, useLanguage, useMessages } from '../../i18n/index.ts';

/** Keeps a number in its own order within a right-to-left line. */
const isolate = (text: string) => `\u2066${text}\u2069`;

function address({ channel, number, message }: EmergencyLine): string {
  // RFC 5724: the body of a text message. iOS takes it after `&`, too, but only `?` is in the RFC.
  if (channel === 'text')
    return message === undefined ? `sms:${number}` : `sms:${number}?body=${encodeURIComponent(message)}`;
  return `tel:${number}`;
}

export interface HelpLinesProps {
  /** Where the patient is now (ISO 3166); undefined: the numbers that most phones put through anywhere. */
  readonly place: string | undefined;
  readonly kinds: readonly EmergencyKind[];
  /** By default whose numbers they are. */
  readonly label?: string;
  /** No telephone behind this screen: a number is to be read, and a link would lead nowhere. */
  readonly asText?: boolean;
}

/** Whom to call or text, as rows of 64: data that works offline. */
export function HelpLines({ place, kinds, label, asText = false }: HelpLinesProps) {
  const t = useMessages('emergency');
  const { language } = useLanguage();
  const format = useFormat();
  const numbers = emergencyFor(place ?? '');
  return (
    <Rows label={label ?? (place ? t('lines', { place: placeName(place, language) }) : t('linesAnywhere'))}>
      {kinds
        .flatMap((kind) => linesFor(numbers, kind, language))
        .map((line) => {
          const name = readLocalized(line.name, language);
          const note = line.note && readLocalized(line.note, language);
          const inLanguage = line.interpreter || line.languages.some((tag) => tag.split('-')[0] === language);
          const number = isolate(line.display);
          const title =
            line.channel === 'call'
              ? t('line.call', { number })
              : line.message === undefined
                ? t('line.text', { number })
                : t('line.textWord', { word: isolate(line.message), number });
          const description = (
            <>
              <span {...languageAttributes(name, language)}>{name.text}</span>
              {line.press !== undefined && <> · {t('line.press', { key: line.press })}</>}
              {note && (
                <>
                  {' · '}
                  <span {...languageAttributes(note, language)}>{note.text}</span>
                </>
              )}
              {!inLanguage && line.languages.length > 0 && (
                <>
                  {' '}
                  ·{' '}
                  {t('line.languages', {
                    languages: format.list(line.languages.map((tag) => format.languageName(tag))),
                  })}
                </>
              )}
            </>
          );
          return asText ? (
            <ContentRow key={line.id}>
              <Text strong>{title}</Text>
              <Text size="xs" tone="soft">
                {description}
              </Text>
            </ContentRow>
          ) : (
            <LinkRow
              key={line.id}
              tall
              icon={line.channel === 'call' ? 'phone' : 'message'}
              link={<RowTitle href={address(line)}>{title}</RowTitle>}
              description={description}
            />
          );
        })}
    </Rows>
  );
}

/** Whose numbers these are, and what to do where none can be called. */
export function HelpNote({ place }: Pick<HelpLinesProps, 'place'>) {
  const t = useMessages('emergency');
  const { language } = useLanguage();
  return (
    <Text size="xs" tone="soft">
      {place && t('place', { place: placeName(place, language) })} {t('noSignal')}
    </Text>
  );
}
