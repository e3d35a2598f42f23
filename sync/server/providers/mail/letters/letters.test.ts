import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../../domain/languages.ts';
import { CLINIC_NAME, testPack } from '../../../../domain/testing/fixture-clinic.ts';
import type { PublishedPack } from '../../../../domain/vendor/published-pack.ts';
import type { NewMessage } from '../../../core/messages/message.ts';
import type { Vendor } from '../../../packs/vendor-directory.ts';
import { createCompose } from './compose.ts';
import { changes, feeNews, moneyLines, orderNews } from './texts/letter-texts.ts';

type Asked = Pick<NewMessage, 'channel' | 'language' | 'letter' | 'params'>;

function write(part: Partial<Asked> = {}, pack: PublishedPack = testPack()) {
  const vendor: Vendor = {
    ...{ pack, filesDir: '', offers: new Map(), legal: [] },
    definition: async () => undefined,
  };
  const vendors = { all: [vendor], find: (slug: string) => (slug === pack.slug ? vendor : undefined) };
  const { html = '', ...letter } = createCompose(
    vendors,
    new URL('https://care.example.org'),
  )({
    ...{ vendor: pack.slug, channel: 'mail', language: 'en', letter: 'code', params: { code: '482913' } },
    ...part,
  });
  return { ...letter, html };
}

const signedIn = { letter: 'changed', params: { what: 'signed-in', at: '2026-07-04T03:30:00Z' } };
const everyLetter: readonly Asked[] = languages.flatMap((language) => [
  { channel: 'mail' as const, language, letter: 'code', params: { code: '482913' } },
  ...changes.map((what) => ({
    ...{ channel: 'mail' as const, language, letter: 'changed' },
    params: { what, at: '2026-07-04T03:30:00Z' },
  })),
]);

describe('the code', () => {
  it('is said with the vendor’s name, how long it is good for, and what to do if nobody asked', () => {
    const { subject, text, html, senderName, replyTo } = write();
    expect([senderName, replyTo]).toEqual([CLINIC_NAME, 'hello@meadow.example']);
    expect(subject).toBe('Your sign-in code for Meadow');
    for (const part of [text, html]) {
      expect(part).toContain('482913');
      expect(part).toContain('expires in 10 minutes');
      expect(part).toContain('If you didn’t ask for it, ignore this email');
    }
  });

  it.each(languages)('is on no locked screen: neither in the subject nor in the preview (%s)', (language) => {
    const { subject, html } = write({ language });
    expect(subject).not.toMatch(/\d/);
    const body = html.slice(html.indexOf('<body'));
    const shown = body.replaceAll(/<[^>]+>/g, '').replaceAll(/&\w+;|&#\d+;/g, ' ');
    expect(shown.indexOf('482913')).toBeGreaterThan(300);
  });

  it('is one word from left to right, in every language', () => {
    for (const language of languages)
      expect(write({ language }).html).toMatch(/<p dir="ltr"[^>]*letter-spacing:10px[^>]*>482913<\/p>/);
  });

  it('by SMS names nobody, and ends with what phones fill in (A33)', () => {
    for (const language of languages) {
      const { text, subject, html } = write({ channel: 'sms', language });
      expect([subject, html]).toEqual(['', '']);
      expect(text).not.toContain('Meadow');
      expect(text.split('\n').at(-1)).toBe('@care.example.org #482913');
    }
  });
});

describe('the notice of a change', () => {
  it('says what, when in the vendor’s time zone, and what to do', () => {
    const { text, html } = write(signedIn, testPack({ timezone: 'America/Los_Angeles' }));
    for (const part of [text, html]) {
      expect(part).toContain('A new device signed in to your Meadow account.');
      expect(part).toMatch(/Friday, July 3, 2026 at 8:30\sPM Pacific Time/);
      expect(part).toContain('If it wasn’t you');
      expect(part.replaceAll('\u00a0', ' ')).toContain('call Meadow at +1 202 555 0143');
    }
  });

  it('is written with Latin digits from right to left in Arabic', () => {
    const { html, text } = write({ ...signedIn, language: 'ar' });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toMatch(/role="article"[^>]*lang="ar" dir="rtl"/);
    expect(text).toContain('2026');
    expect(text).not.toMatch(/[٠-٩]/);
  });

  it('says something of its own of each change', () => {
    const subjects = changes.map(
      (what) => write({ ...signedIn, params: { ...signedIn.params, what } }).subject,
    );
    expect(new Set(subjects).size).toBe(changes.length);
  });
});

describe('every letter', () => {
  it.each(everyLetter)(
    'loads nothing, links nowhere and follows nobody: $language $letter $params.what',
    (letter) => {
      const { html, text, subject } = write(letter);
      expect(html).not.toMatch(/<(?:img|link|script|a|form|iframe)\b|url\(|https?:|src=|href=/i);
      expect(subject.length).toBeLessThan(60);
      expect(text).not.toMatch(/<|undefined/);
      expect(html.length).toBeLessThan(20_000);
    },
  );

  it('has the phone number in the groups in which it is read', () => {
    const contact = { ...testPack().contact, phone: '+442079460147' };
    expect(write({}, testPack({ contact })).text).toContain('+44\u00a020\u00a07946\u00a00147');
  });

  it('takes names as text', () => {
    const { html } = write({}, testPack({ name: '<img src=x onerror=alert(1)> & "Sons"' }));
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot;');
  });

  it('says that a demo is one', () => {
    expect(write({}, testPack({ demo: true })).text).toContain('Demo only. Meadow isn’t a real clinic.');
    expect(write({}, testPack({ demo: false })).text).not.toContain('Demo');
  });

  it('is dark where the reader’s device is, and by day where the vendor is', () => {
    const pack = testPack();
    const { html } = write({}, pack);
    const { light, dark } = pack.letterColors;
    expect(html).toContain(`color:${light.heading}`);
    expect(html).toContain(`.t-heading{color:${dark.heading}!important}`);
    const night = write({}, testPack({ brand: { ...pack.brand, scheme: 'dark' } })).html;
    expect(night).toContain(`background-color:${dark.paper}`);
    expect(night).not.toContain('prefers-color-scheme');
  });

  it('that doesn’t exist, or lacks what it says, isn’t written', () => {
    expect(() => write({ letter: 'other' })).toThrow();
    expect(() => write({ params: {} })).toThrow();
    expect(() => write({ params: { code: '<b>' } })).toThrow();
    expect(() => write({ ...signedIn, channel: 'sms' })).toThrow();
  });
});

describe('news of an order', () => {
  const url =
    'https://care.example.org/connect/meadow/checkout/success/0199c0de-0000-4000-8000-000000000001#t=abc';
  const news = (params: object, language: (typeof languages)[number] = 'en') =>
    write({
      letter: 'order',
      language,
      params: { what: 'received', code: 'K7-42QF', currency: 'USD', money: 'nothing', ...params },
    });

  it.each(languages)(
    'says something of its own of each, in a subject that names no more than the vendor (%s)',
    (language) => {
      const all = orderNews.map((what) => news({ what, url }, language));
      expect(new Set(all.map(({ subject }) => subject)).size).toBe(orderNews.length);
      for (const { subject, text, html } of all) {
        expect(subject).toContain('Meadow');
        expect(subject.length).toBeLessThan(60);
        for (const part of [text, html]) expect(part).toContain('K7-42QF');
        expect(text).not.toMatch(/<|undefined/);
      }
    },
  );

  it.each(languages)(
    'says to a private contact neither of whom nor of what, whatever it is about (%s)',
    (language) => {
      const pack = testPack();
      const named = [pack.name, pack.contact.email, pack.contact.address, pack.contact.phone, 'K7-42QF'];
      const all = orderNews.map((what) =>
        news({ what, url, money: 'releasing', charged: '4900', isPrivate: 'yes' }, language),
      );
      expect(new Set(all.map(({ html }) => html)).size).toBe(1);
      for (const { subject, text, html, senderName, ...rest } of all) {
        expect(rest).not.toHaveProperty('replyTo');
        const read = [
          subject,
          senderName,
          text.replace(url, ''),
          html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ''),
        ].join('\n');
        for (const name of named) expect(read).not.toContain(name);
        expect(read).not.toMatch(
          /clinic|order|pharm|prescri|clínica|pedido|receta|farmacia|عيادة|طلب[^ت]|صيدل/i,
        );
        expect(text).toContain(url);
      }
      expect(news({ isPrivate: 'yes' }, language).text).not.toMatch(/http|undefined/);
    },
  );

  it.each(languages)('about a consultation speaks of no order (%s)', (language) => {
    for (const what of feeNews) {
      const linked = news({ what, url }, language).text;
      expect(news({ what }, language).text).not.toContain('http');
      for (const written of [linked, news({ what }, language).text]) {
        const words = written.replace(url, '');
        expect(words).not.toMatch(/\border(?:ed)?\b|pedido|طلبك|طلبًا/i);
      }
    }
  });

  it('draws the sign of a currency from left to right in Arabic', () => {
    expect(news({ what: 'charged', charged: '5300' }, 'ar').text).toContain('\u2066US$\u2069');
  });

  it('links to the order alone, with what opens it in the fragment, and loads nothing', () => {
    const { html, text } = news({ url });
    expect(text).toContain(url);
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([url]);
    expect(html).not.toMatch(/<(?:img|link|script|form|iframe)\b|url\(|src=/i);
    expect(news({}).html).not.toContain('href=');
    expect(news({}).text).toContain('on the device you ordered with');
  });

  it('speaks of money only where that is certain, and of an amount in the order’s currency', () => {
    const lines = moneyLines.map((money) => news({ what: 'not-approved', money }).text);
    expect(new Set(lines).size).toBe(moneyLines.length);
    expect(lines[moneyLines.indexOf('nothing')]).not.toMatch(/charged|refund/i);
    expect(news({ what: 'charged', charged: '4900' }).text).toContain('$49.00');
    expect(news({ what: 'charged', charged: '4900', currency: 'JPY' }).text).toContain('4,900');
  });
});

it('has a file of texts for each language, and for no other', () => {
  const files = readdirSync(new URL('texts', import.meta.url)).filter((file) => file !== 'letter-texts.ts');
  expect(files.toSorted()).toEqual(languages.map((language) => `${language}.ts`).toSorted());
});
