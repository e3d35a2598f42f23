import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import {
  ButtonLink,
  Disclosure,
  Facts,
  Heading,
  Icon,
  LinkRow,
  Mark,
  Notice,
  Page,
  Rows,
  RowTitle,
  StatusLine,
  Steps,
  Text,
} from './index.ts';

const mark = { viewBox: '0 0 48 48', paths: ['M8 8h32v32H8z'] };

describe('a page', () => {
  test('its first stop jumps over the header into the content', async () => {
    render(
      <Page header={<a href="/elsewhere">Home</a>}>
        <Heading level={1}>Mood check-in</Heading>
      </Page>,
    );
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await userEvent.tab();
    await expect.element(page.getByRole('link', { name: 'Skip to main content' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('never scrolls sideways at 320 px', async () => {
    await page.viewport(320, 640);
    render(
      <Page>
        <Heading level={1} size="xxl">
          Incomprehensibilities-notwithstanding-donaudampfschifffahrt
        </Heading>
        <Facts
          items={[
            { term: 'Address', value: 'a-very-long-address-without-any-place-to-break-it@example.org' },
          ]}
        />
      </Page>,
    );
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await page.viewport(414, 896);
  });
});

test('a heading with a ref takes the focus, so that a step can begin at its question', async () => {
  render(
    <Heading level={1} ref={(element) => element?.focus()}>
      How often?
    </Heading>,
  );
  await expect.element(page.getByRole('heading', { name: 'How often?' })).toHaveFocus();
});

test('links and buttons are 48 px tall or more (promise 3)', async () => {
  render(<ButtonLink href="#start">Start</ButtonLink>);
  const link = page.getByRole('link', { name: 'Start' });
  await expect.element(link).toHaveAttribute('href', '#start');
  expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48);
});

test('a row leads somewhere from anywhere in it, and is 60 px or more', async () => {
  const host = render(
    <Rows label="Forms">
      <LinkRow link={<RowTitle href="#sleep">Sleep</RowTitle>} description="Eight questions" detail="6 min" />
    </Rows>,
  );
  await expect.element(page.getByRole('link', { name: 'Sleep' })).toBeVisible();
  const row = host.querySelector('li');
  expect(row?.getBoundingClientRect().height).toBeGreaterThanOrEqual(60);
  await userEvent.click(page.getByText('Eight questions'), { force: true });
  expect(location.hash).toBe('#sleep');
  location.hash = '';
});

test('a notice that appears is read out; one that is there is not', async () => {
  render(
    <>
      <Notice live="status">Sent.</Notice>
      <Notice title="In English">This form is in English.</Notice>
    </>,
  );
  await expect.element(page.getByRole('status')).toHaveTextContent('Sent.');
  expect(page.getByRole('status').elements()).toHaveLength(1);
});

test('a disclosure opens in place with the keyboard', async () => {
  render(
    <Disclosure summary="Why we ask">
      <Text>Because it matters.</Text>
    </Disclosure>,
  );
  await expect.element(page.getByText('Why we ask')).toBeVisible();
  await expect.element(page.getByText('Because it matters.')).not.toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Because it matters.')).toBeVisible();
});

test('steps tell which one is current, and facts pair terms with values', async () => {
  render(
    <>
      <Steps
        items={[
          { title: 'Sent', state: 'done' },
          { title: 'Being read', state: 'current' },
        ]}
      />
      <Facts items={[{ term: 'Code', value: 'K7-42QF' }]} />
    </>,
  );
  await expect.element(page.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'step');
  await expect.element(page.getByRole('term')).toHaveTextContent('Code');
  await expect.element(page.getByRole('definition')).toHaveTextContent('K7-42QF');
});

test('icons and marks are silent, unless they are named', async () => {
  const host = render(
    <>
      <Icon name="clock" />
      <Icon name="offline" label="No network" />
      <Mark mark={mark} animate label="Received" />
    </>,
  );
  await expect.element(page.getByRole('img', { name: 'No network' })).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Received' })).toBeVisible();
  expect(host.querySelectorAll('svg[aria-hidden="true"]')).toHaveLength(1);
});

test('marks that point along the line are mirrored from right to left (promise 5)', async () => {
  document.documentElement.dir = 'rtl';
  const host = render(
    <>
      <Icon name="arrow-forward" />
      <Icon name="clock" />
    </>,
    'ar',
  );
  await expect.poll(() => host.querySelectorAll('svg').length).toBe(2);
  expect([...host.querySelectorAll('svg')].map((icon) => getComputedStyle(icon).scale)).toEqual([
    '-1 1',
    'none',
  ]);
});

test('a status that changes is read out politely', async () => {
  render(
    <StatusLine status="saved" live>
      Saved on this phone
    </StatusLine>,
  );
  await expect.element(page.getByRole('status')).toHaveTextContent('Saved on this phone');
});
