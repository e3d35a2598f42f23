import type { Element as FhirElement } from 'fhir/r4.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../design/testing/render.tsx';
import { QuestionnaireForm } from '../questionnaire-form.tsx';
import { CORE, display, questionnaireOf, text } from '../testing/whole-forms.ts';

// The bundler of the tests must not find new dependencies halfway.
beforeAll(() => import('./rich-view.tsx'));

const rendering = (kind: 'xhtml' | 'markdown' | 'style', value: string): FhirElement => ({
  extension: [
    kind === 'markdown'
      ? { url: `${CORE}rendering-markdown`, valueMarkdown: value }
      : { url: `${CORE}rendering-${kind}`, valueString: value },
  ],
});

const show = (kind: 'xhtml' | 'markdown' | 'style', value: string) =>
  render(
    <QuestionnaireForm
      questionnaire={questionnaireOf({ ...display('d', 'Plain words'), _text: rendering(kind, value) })}
      onComplete={() => undefined}
    />,
  );

describe('XHTML of the author', () => {
  test('keeps what it emphasises', async () => {
    show('xhtml', '<div>Read <b>this</b>&#160;&amp; that<br/></div>');
    await expect.element(page.getByText('this', { exact: true })).toBeVisible();
    expect(page.getByText('this', { exact: true }).element().tagName).toBe('B');
  });

  test.each([
    '<script>globalThis.broken = true</script>safe',
    '<img src="x" onerror="globalThis.broken = true"/>safe',
    '<svg onload="globalThis.broken = true"><p>x</p></svg>safe',
    '<a href="javascript:globalThis.broken = true">safe</a>',
    '<a href=" JaVaScRiPt:globalThis.broken = true">safe</a>',
    '<p onclick="globalThis.broken = true" style="position:fixed;inset:0;background:url(https://evil.example/x)">safe</p>',
    '<iframe src="https://evil.example"></iframe>safe',
    '<form action="https://evil.example"><input name="x"/>safe</form>',
    '<scr<script>ipt>globalThis.broken = true</scr</script>ipt>safe',
    '<p title="</p><script>globalThis.broken = true</script>">safe</p>',
    '<!--<p>--><script>globalThis.broken = true</script-->safe</script>safe',
    '<math><mtext><style><img src=x onerror="globalThis.broken = true"></style></mtext></math>safe',
  ])('runs nothing, loads nothing, and asks for nothing - %s', async (attack) => {
    const host = show('xhtml', attack);
    await expect.element(page.getByText(/safe/)).toBeVisible();
    expect(host.querySelectorAll('script, iframe, svg image, object, embed, style')).toHaveLength(0);
    for (const element of host.querySelectorAll('div[class*="rich"] *, div[class*="rich"]')) {
      expect([...element.attributes].filter(({ name }) => name.startsWith('on'))).toEqual([]);
      expect(element.getAttribute('href') ?? 'https:').toMatch(/^https:/);
      expect(getComputedStyle(element).position).toBe('static');
      expect(element.matches('img, input, form')).toBe(false);
    }
    expect(Reflect.get(globalThis, 'broken')).toBeUndefined();
  });

  test('that shows nothing leaves the words', async () => {
    show('xhtml', '<div><br/></div>');
    await expect.element(page.getByText('Plain words')).toBeVisible();
  });

  test('in a label stays a label', async () => {
    render(
      <QuestionnaireForm
        questionnaire={questionnaireOf(
          text('q', {
            text: 'Your name',
            _text: rendering('xhtml', '<div><p>Your <i>full</i> name</p></div>'),
          }),
        )}
        onComplete={() => undefined}
      />,
    );
    await expect.element(page.getByRole('textbox', { name: /^Your full name/ })).toBeVisible();
  });
});

describe('Markdown of the author', () => {
  test('becomes lists and links, and no HTML comes through', async () => {
    const host = show(
      'markdown',
      '# Why\n\n- one\n- **two** <script>globalThis.broken = true</script>\n\n[more](https://care.example)',
    );
    await expect.element(page.getByRole('listitem').getByText('one')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: /more/ }))
      .toHaveAttribute('href', 'https://care.example');
    expect(host.querySelector('script')).toBeNull();
    // The page's own headings are the form's.
    expect(page.getByRole('heading').elements()).toHaveLength(1);
  });
});

describe('style of the author', () => {
  test('may be bold and colored, and covers nothing', async () => {
    show('style', 'font-weight:bold;color:red;position:fixed;font-size:1px');
    const words = page.getByText('Plain words');
    await expect.element(words).toBeVisible();
    const style = getComputedStyle(words.element());
    expect(Number(style.fontWeight)).toBeGreaterThan(500);
    expect(style.position).toBe('static');
    expect(Number.parseFloat(style.fontSize)).toBeGreaterThanOrEqual(16);
  });
});
