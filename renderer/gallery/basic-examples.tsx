import { useState } from 'react';
import { colourNames } from '../../build/theme/palette.ts';
import {
  Art,
  ButtonLink,
  ContentRow,
  Disclosure,
  Facts,
  Heading,
  Icon,
  LinkRow,
  Mark,
  NativeButton,
  Notice,
  Row,
  Rows,
  RowTitle,
  Rule,
  Skeleton,
  Stack,
  StatusLine,
  Steps,
  Text,
  TextLink,
} from '../design/basic/index.ts';
import { type IconName, icons } from '../design/basic/text/icon-paths.ts';
import { Example, Examples } from './example.tsx';
import styles from './gallery.module.css';
import type { GalleryTheme } from './themes.ts';

const iconNames = Object.keys(icons) as IconName[];

export function BasicExamples({ theme }: { readonly theme: GalleryTheme }) {
  return (
    <>
      <Type />
      <Colours />
      <Buttons />
      <Messages />
      <Lists />
      <Marks theme={theme} />
      <Pictures theme={theme} />
    </>
  );
}

function Type() {
  return (
    <Examples title="Type">
      <Example name="Headings, xxl to s">
        <Stack gap={3}>
          <Heading level={3} size="xxl">
            Care that waits for you
          </Heading>
          <Heading level={3} size="xl">
            Your answers are on their way
          </Heading>
          <Heading level={3} size="l">
            Little interest or pleasure in doing things?
          </Heading>
          <Heading level={3} size="m">
            What happens next
          </Heading>
          <Heading level={3} size="s">
            Hours and address
          </Heading>
        </Stack>
      </Example>
      <Example name="Text, l to xs; soft; strong; figures">
        <Stack gap={3}>
          <Text size="l">A nurse reads every form on the day it arrives.</Text>
          <Text size="m">You can stop at any time. What you wrote stays on this phone.</Text>
          <Text>
            Answer as it fits your last two weeks. There are no right answers, and you can go back at any
            time. Read <TextLink href="#">how we use your answers</TextLink> first.
          </Text>
          <Text tone="soft">About 4 minutes, free of charge.</Text>
          <Text size="xs" tone="soft">
            Last changed on 12 March.
          </Text>
          <Text strong tabular>
            1 111 980 / 4 070 238
          </Text>
        </Stack>
      </Example>
    </Examples>
  );
}

function Colours() {
  return (
    <Stack as="section" gap={5}>
      <Heading level={2}>Colour</Heading>
      <div className={styles.swatches}>
        {colourNames.map((name) => (
          <div
            key={name}
            className={styles.swatch}
            ref={(element) => element?.style.setProperty('--swatch', `var(--${name})`)}
          >
            {name}
          </div>
        ))}
      </div>
    </Stack>
  );
}

function Buttons() {
  return (
    <Examples title="Links and buttons">
      <Example name="Variants, m">
        <Row gap={3}>
          <NativeButton>Start</NativeButton>
          <NativeButton variant="secondary">Save a copy</NativeButton>
          <NativeButton variant="quiet">Skip this question</NativeButton>
          <NativeButton variant="danger">Delete my answers</NativeButton>
          <NativeButton disabled>Not now</NativeButton>
        </Row>
      </Example>
      <Example name="l, full width; links">
        <Stack gap={3}>
          <NativeButton size="l" fullWidth>
            Continue
          </NativeButton>
          <Row gap={3}>
            <ButtonLink href="#" variant="primary">
              Start the check-in <Icon name="arrow-forward" />
            </ButtonLink>
            <TextLink href="#" standalone>
              <Icon name="phone" /> Call the clinic
            </TextLink>
          </Row>
        </Stack>
      </Example>
    </Examples>
  );
}

function Messages() {
  return (
    <Examples title="Messages">
      <Example name="Notice">
        <Stack gap={5}>
          <Notice>This form is in English, the language in which it was tested.</Notice>
          <Notice tone="warning" title="These answers are 40 days old">
            Please look at the first four again before you send them.
          </Notice>
          <Notice tone="safety" title="The clinic has not seen this">
            If you might act on these thoughts, call or text 988 now.
          </Notice>
          <Notice tone="success" title="Received at 14:02">
            Your code is K7-42QF.
          </Notice>
        </Stack>
      </Example>
      <Example name="Status lines, skeleton">
        <Stack gap={3}>
          <StatusLine status="saving">Saving</StatusLine>
          <StatusLine status="saved">Saved on this phone</StatusLine>
          <StatusLine status="waiting">Waiting to send: the clinic doesn’t have it yet</StatusLine>
          <StatusLine status="sent">Received 14:02</StatusLine>
          <StatusLine status="offline">No network. Everything is kept here.</StatusLine>
          <StatusLine status="attention">This couldn’t be saved</StatusLine>
          <Skeleton heading lines={3} />
        </Stack>
      </Example>
    </Examples>
  );
}

function Lists() {
  return (
    <Examples title="Lists">
      <Example name="Rows that lead somewhere">
        <Rows label="Forms">
          <LinkRow
            link={<RowTitle href="#">Mood check-in</RowTitle>}
            description="Nine questions about the last two weeks"
            detail="4 min"
          />
          <LinkRow
            link={<RowTitle href="#">Sleep</RowTitle>}
            description="How you sleep, and what keeps you awake"
            detail="6 min"
          />
          <LinkRow
            tall
            icon="phone"
            link={<RowTitle href="tel:988">Call 988</RowTitle>}
            description="Day and night, free"
          />
        </Rows>
      </Example>
      <Example name="Rows with an action">
        <Rows>
          <ContentRow action={<TextLink href="#">Change</TextLink>}>
            <Text tone="soft">Feeling down, depressed or hopeless?</Text>
            <Text>Several days</Text>
          </ContentRow>
          <ContentRow action={<TextLink href="#">Change</TextLink>}>
            <Text tone="soft">Your date of birth</Text>
            <Text>12 March 1985</Text>
          </ContentRow>
        </Rows>
      </Example>
      <Example name="Facts: rows, strip">
        <Stack gap={5}>
          <Facts
            items={[
              { term: 'Hours', value: 'Monday to Friday, 9:00 to 17:00' },
              { term: 'Phone', value: <TextLink href="tel:+15555550142">(555) 555-0142</TextLink> },
              { term: 'Address', value: '14 Alder Street, Portland' },
            ]}
          />
          <Facts
            layout="strip"
            items={[
              { term: 'Your code', value: 'K7-42QF', prominent: true },
              { term: 'Sent', value: '14:02' },
              { term: 'Form', value: 'Mood check-in' },
              { term: 'Contact', value: 'By text' },
            ]}
          />
        </Stack>
      </Example>
      <Example name="Steps: to explain, to report; disclosures">
        <Stack gap={5}>
          <Steps
            items={[
              { title: 'Answer', text: 'Four minutes, with or without a network.' },
              { title: 'A clinician reads it', text: 'On the same day.' },
              { title: 'You hear from us', text: 'In the way you chose.' },
            ]}
          />
          <Steps
            items={[
              { title: 'Sent', state: 'done' },
              { title: 'A clinician reads your answers', text: 'By tomorrow, 17:00', state: 'current' },
              { title: 'You hear from us', state: 'ahead' },
            ]}
          />
          <div>
            <Disclosure summary="What if I have no network?">
              <Text>Your answers stay on this phone and are sent when it is back.</Text>
            </Disclosure>
            <Disclosure summary="Who reads this?" open>
              <Text>One of our three clinicians, by name.</Text>
            </Disclosure>
          </div>
          <Disclosure look="inline" summary="Why we ask" open>
            <Text>Some medicines are not safe with high blood pressure.</Text>
          </Disclosure>
        </Stack>
      </Example>
    </Examples>
  );
}

function Marks({ theme }: { readonly theme: GalleryTheme }) {
  const [drawn, setDrawn] = useState(0);
  return (
    <Examples title="Marks and icons">
      <Example name="Mark: filled, outline, drawn when it appears">
        <Row gap={5} align="end">
          <Mark mark={theme.brand.mark} size={24} />
          <Mark mark={theme.brand.mark} size={48} />
          <Mark mark={theme.brand.mark} size={48} look="outline" />
          <Mark key={drawn} mark={theme.brand.mark} size={96} animate label="Received" />
          <NativeButton variant="quiet" onClick={() => setDrawn(drawn + 1)}>
            Draw again
          </NativeButton>
        </Row>
      </Example>
      <Example name="Icons">
        <Row gap={4}>
          {iconNames.map((name) => (
            <Icon key={name} name={name} size={24} label={name} />
          ))}
        </Row>
      </Example>
      <Example name="Rules: plain, brand">
        <Stack gap={5}>
          <Rule />
          <Rule look="brand" />
        </Stack>
      </Example>
    </Examples>
  );
}

function Pictures({ theme }: { readonly theme: GalleryTheme }) {
  if (theme.art.length === 0) return null;
  return (
    <Stack as="section" gap={5}>
      <Heading level={2}>Art</Heading>
      <div className={styles.art}>
        {theme.art.map(({ name, url }) => (
          <Example key={name} name={name}>
            <Art src={url} width={640} height={720} priority />
          </Example>
        ))}
      </div>
    </Stack>
  );
}
