/** Pages that show a vendor's form as partners' sites do: what each does to it is what differs. */
import type { OutgoingHttpHeaders } from 'node:http';
import { type PartnerPage, partnerPage } from '../../build/partner/partner-site.ts';

export const HOSTS = [
  'plain',
  'pinned',
  'strict',
  'builder',
  'sandboxed',
  'no-forms',
  'opaque',
  'opaque-frame',
  'no-camera',
] as const;
export type HostKind = (typeof HOSTS)[number];

interface HostPage {
  readonly html: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** The first release: pages that were made with it are never touched again. */
const PINNED = {
  version: '1.0.0',
  integrity: 'sha384-HRsrXk0t5gAX3cqpKOUgaxNGEXpBXZthkHSNY4Bw8yM4vG02gIkz0FzVAiykd9U3',
};
const NONCE = 'cGFydG5lcg';
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
export const addressOf = ({ server, vendor, questionnaire }: PartnerPage) =>
  `${server}/embed/${vendor}/questionnaire/${questionnaire}/consultation`;

/** Its own scripts by nonce, ours by origin, and nothing else: no connections, no inline styles, no script from a string. */
function strict(page: PartnerPage): HostPage {
  const html = partnerPage(page)
    .replaceAll('<style>', `<style nonce="${NONCE}">`)
    .replaceAll('<script>', `<script nonce="${NONCE}">`);
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' ${page.server}`,
    `style-src 'nonce-${NONCE}'`,
    `frame-src ${page.server}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    html,
    headers: { 'content-security-policy': policy.join('; '), 'referrer-policy': 'no-referrer' },
  };
}

/** Where a site builder puts a pasted snippet: a frame of the page's own, in a sandbox. Events of the element end there. */
const inSandbox = (page: PartnerPage, permissions: string): HostPage => ({
  html: `<!doctype html><title>Riverbend</title><h1>Riverbend</h1><iframe sandbox="${permissions}" srcdoc="${attribute(partnerPage(page))}" width="600" height="900"></iframe>`,
});

/**
 * A builder's own markup around the snippet: styles for everything, scripts put off until the page is there and made by script, and the element taken along as its
 * columns are laid out.
 */
function builder({ server, vendor, questionnaire, externalId = '', lang = 'en' }: PartnerPage): HostPage {
  const snippet = `<carefront-form vendor="${vendor}" questionnaire="${questionnaire}" external-id="${externalId}" lang="${lang}"></carefront-form><script type="text/x-later" data-src="${server}/embed/v1/loader.js" async></script>`;
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Riverbend</title>
<style>*{all:revert;box-sizing:content-box!important;transition:all .3s}iframe{max-width:100%!important;height:auto;border:4px dashed}.col{display:flex;flex-direction:column;padding:12px}.col>*{min-width:0;flex:1 1 auto}</style></head>
<body><div class="page"><div class="row" style="display:grid;transform:translateZ(0)"><div class="col" id="from">${snippet}</div><div class="col" id="to"></div></div></div><p id="thanks" role="status"></p>
<script>
document.addEventListener('carefront-submitted', () => { document.getElementById('thanks').textContent = 'Thank you.'; });
addEventListener('load', () => {
  for (const later of document.querySelectorAll('script[type="text/x-later"]')) {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = later.dataset.src;
    later.replaceWith(script);
  }
  setTimeout(() => document.getElementById('to').append(...document.getElementById('from').childNodes), 50);
});
</script></body></html>`,
  };
}

export function hostPage(kind: HostKind, page: PartnerPage): HostPage {
  const pages: Readonly<Record<HostKind, () => HostPage>> = {
    plain: () => ({ html: partnerPage(page) }),
    pinned: () => ({
      html: partnerPage(page).replace(
        '/embed/v1/loader.js"',
        `/embed/v1/${PINNED.version}/loader.js" integrity="${PINNED.integrity}" crossorigin="anonymous"`,
      ),
    }),
    strict: () => strict(page),
    builder: () => builder(page),
    sandboxed: () =>
      inSandbox(
        page,
        'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
      ),
    // The least with which scripts run as somebody: a submit button does nothing, and no window opens.
    'no-forms': () => inSandbox(page, 'allow-scripts allow-same-origin'),
    // The page around the form is nobody's: what it says comes from the origin `null`.
    opaque: () => inSandbox(page, 'allow-scripts allow-forms allow-popups'),
    // The form itself is nobody's: it may not even load its own scripts.
    // A builder's own frame, as if nobody had heard of a camera.
    'no-camera': () => ({
      html: `<!doctype html><title>Riverbend</title><h1>Riverbend</h1><iframe src="${addressOf(page)}" width="600" height="900"></iframe>`,
    }),
    'opaque-frame': () => ({
      html: `<!doctype html><title>Riverbend</title><h1>Riverbend</h1><iframe sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox" src="${addressOf(page)}?lang=${page.lang ?? 'en'}" width="600" height="900"></iframe>`,
    }),
  };
  return pages[kind]();
}
