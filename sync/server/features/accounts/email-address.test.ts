import { describe, expect, it } from 'vitest';
import { browserName } from '../../http/browser-name.ts';
import { readEmailAddress } from './email-address.ts';

describe('an email address', () => {
  it.each([
    ['Ada@Mail.Example', 'ada@mail.example'],
    [' ada+forms@mail.example ', 'ada+forms@mail.example'],
    ["o'brien.x@sub.mail.example", "o'brien.x@sub.mail.example"],
    ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ])('%s has one form', (typed, form) => {
    expect(readEmailAddress(typed)).toBe(form);
  });

  it.each([
    ...['', '@', 'ada', 'ada@', '@mail.example', 'ada@mail', 'ada@localhost', 'a@b@mail.example'],
    ...['"ada"@mail.example', '"a b"@mail.example', 'ada(comment)@mail.example', 'ada@mail.example(x)'],
    ...[
      'a da@mail.example',
      'ada@mail .example',
      'ada\u0000@mail.example',
      'ada@mail\t.example',
      'ada\r\n@mail.example',
    ],
    ...['Ada <ada@mail.example>', 'ada@mail.example,eve@mail.example', 'ada@mail.example;eve@mail.example'],
    ...[
      'ada@[192.0.2.1]',
      'ada@192.0.2.1',
      'ada@0x7f.1',
      'ada@mail.example:25',
      'ada@mail.example/x',
      'ada@mail%2eexample',
    ],
    ...[
      '.ada@mail.example',
      'ada.@mail.example',
      'a..da@mail.example',
      'ada@mail..example',
      'ada@-mail.example',
    ],
    // Letters that become ASCII when they are lowered or converted: another address than the one that it looks like.
    ...['\u212Aate@mail.example', 'аda@mail.example', 'ada@mail.example\u202e', 'ada@mail。example'],
    ...[
      `${'a'.repeat(65)}@mail.example`,
      `ada@${'a'.repeat(64)}.example`,
      `ada@${'mail.'.repeat(50)}example`,
    ],
  ])('%j is none', (typed) => {
    expect(readEmailAddress(typed)).toBeUndefined();
  });

  it('is the same when it is read again', () => {
    const form = readEmailAddress('Ada@BÜCHER.example') ?? '';
    expect(readEmailAddress(form)).toBe(form);
  });
});

describe('the name of a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0',
      'Firefox on Mac',
    ],
    ['curl/8', null],
    [undefined, null],
  ])('of %s is %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});
