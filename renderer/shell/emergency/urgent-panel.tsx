import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { EmergencyKind } from '../../../sync/domain/emergency/emergency-line.ts';
import { Heading, Stack, Text } from '../../design/basic/index.ts';
import { useMessages } from '../../i18n/index.ts';
import { PlaceSelect } from '../discovery/place-select.tsx';
import { HelpLines, HelpNote } from './help-lines.tsx';

export interface UrgentPanelProps {
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly kinds: readonly EmergencyKind[];
  /** Where the patient is (ISO 3166), if they said so. */
  readonly place: string | undefined;
  readonly onPlace: (place: string | undefined) => void;
  readonly level?: 1 | 2;
  /** The ways on, below the lines. */
  readonly children?: ReactNode;
}

/** What to do now and whom to call, outside of any form: data that works offline. The focus goes to its heading. */
export function UrgentPanel({ title, text, kinds, place, onPlace, level = 1, children }: UrgentPanelProps) {
  const t = useMessages('emergency');
  const heading: Ref<HTMLHeadingElement> = useRef(null);
  useEffect(() => {
    // Below a question it is looked for where it is: whom to call is never off the screen.
    if (level === 1) scrollTo({ top: 0 });
    else heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [level]);
  return (
    <Stack as="section" gap={5} aria-labelledby="urgent-title">
      <Stack gap={3}>
        <Heading level={level} size="l" id="urgent-title" ref={heading}>
          {title}
        </Heading>
        <Text size="m">{text}</Text>
      </Stack>
      <Stack gap={4}>
        <HelpLines place={place} kinds={kinds} />
        <PlaceSelect label={t('where')} isAsked place={place} onChange={onPlace} />
        <HelpNote place={place} />
      </Stack>
      {children}
    </Stack>
  );
}
