import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LATE_START } from './late-scripts.ts';
import {
  CONTENT_SECURITY_POLICY,
  pagePolicy,
  REACT_ARIA_STYLE,
  securityHeaders,
} from './security-headers.ts';

describe('security headers', () => {
  it('allow the very stylesheet that React Aria puts into the page', () => {
    const source = readFileSync(
      fileURLToPath(
        new URL('../../../node_modules/react-aria/dist/private/interactions/usePress.mjs', import.meta.url),
      ),
      'utf8',
    );
    const written = /textContent = `([^`]*)`\.trim\(\)/.exec(source)?.[1]?.trim();
    const attribute = /PRESSABLE_ATTRIBUTE = '([^']*)'/.exec(source)?.[1] ?? '';
    expect(written?.replace(/\$\{[^}]*\}/, attribute)).toBe(REACT_ARIA_STYLE);
  });

  it('allow no other inline code, and no other origin', () => {
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe|https?:|\*/);
    expect(CONTENT_SECURITY_POLICY).toMatch(/^default-src 'none'; script-src 'self';/);
  });

  it("allow a page's own import map and what starts its modules late, and no other script in it", () => {
    const map = '{"imports":{}}';
    const entry = '<script type="module" src="/assets/index.js"></script>';
    const policy = pagePolicy(`<script type="importmap">${map}</script>${entry}<script>alert()</script>`);
    const [ofMap, ofStart] = [map, LATE_START].map((text) =>
      createHash('sha256').update(text).digest('base64'),
    );
    expect(pagePolicy('<p></p>')).toBe(CONTENT_SECURITY_POLICY);
    expect(pagePolicy(entry)).toContain(`script-src 'self' 'sha256-${ofStart}';`);
    expect(policy).toContain(`script-src 'self' 'sha256-${ofMap}' 'sha256-${ofStart}';`);
    expect(policy.match(/sha256-/g)).toHaveLength(3);
  });

  it('bind a browser to HTTPS only where it came by HTTPS', () => {
    expect(securityHeaders(false)).not.toHaveProperty('strict-transport-security');
    expect(securityHeaders(true)).toHaveProperty('strict-transport-security');
  });
});
