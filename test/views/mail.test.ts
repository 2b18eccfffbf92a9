import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  builtInText,
  MAIL_TEMPLATES,
  renderInvitationMail,
  renderSecurityNotice,
  type Mail,
} from '../../src/views/mail/index.ts';
import { mailSamples } from '../../src/views/mail/samples.ts';
import type { Sample } from '../../src/views/samples.ts';
import { skeletonOf, tagsOf, withTexts } from './html.ts';

const all: [string, Sample<unknown, Mail>][] = Object.entries(mailSamples);

const decode = (html: string) => html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const wordsOf = (text: string) => new Set(text.split(/[\s()]+/).filter((word) => /\w/.test(word)));
const visibleText = (html: string) => decode(html.replace(/<head>.*<\/head>/s, '').replaceAll(/<[^>]*>/g, ' '));

describe.each(all)('the mail %s', (_name, { render, context }) => {
  const mail = render(context);
  const tags = tagsOf(mail.html);

  it('has a subject of one line and both parts', () => {
    expect(mail.subject).toMatch(/^\S.*\S$/);
    expect(mail.html).toMatch(/^<!doctype html><html lang="en">/);
    expect(`${mail.subject}${mail.html}${mail.text}`).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}/);
  });

  it('is there in German', () => {
    const german = render({ ...(context as object), language: 'de' });
    expect(german.html).toMatch(/^<!doctype html><html lang="de">/);
    expect(german.subject).not.toBe(mail.subject);
    expect(`${german.subject}${german.html}${german.text}`).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}/);
  });

  it('says in its HTML part every word of its text part', () => {
    const said = wordsOf(`${visibleText(mail.html)} ${tags.map(({ attributes }) => attributes.get('href')).join(' ')}`);
    for (const word of wordsOf(mail.text)) expect([...said, ...[...said].map((one) => `${one}:`)]).toContain(word);
  });

  it('runs and loads nothing, and links only where it was told', () => {
    expect(tags.map(({ name }) => name)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(script|img|link|style)$/)]),
    );
    for (const { attributes } of tags) {
      expect([...attributes.keys()].filter((key) => key.startsWith('on') || key === 'src')).toEqual([]);
      if (attributes.has('href')) expect(JSON.stringify(context)).toContain(attributes.get('href'));
    }
  });

  it('escapes every text of its context, and keeps each on its line', () => {
    const harmless = render(withTexts(context, '/-harmless'));
    const markup = fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '"><svg onload=alert(1)>',
      '</title><b>',
      '\r\nBcc: x',
    );
    fc.assert(
      fc.property(fc.array(markup), (parts) => {
        const hostile = render(withTexts(context, `/-${parts.join('')}`));
        expect(skeletonOf(hostile.html)).toEqual(skeletonOf(harmless.html));
        expect(hostile.subject).not.toMatch(/[\r\n]/);
        expect(hostile.text).not.toMatch(/^Bcc/m);
      }),
      { numRuns: 40 },
    );
  });
});

const reader = { email: 'a@b.example', brand: { name: 'Northwind' } };

/** What the first line of a mail has its reader do. */
const TO_DO =
  /\b(Choose|Please confirm|Open|Enter|Cancel|Sign in|There is nothing to do|Have your|Use|Check|Please check|Remove|Please set up)\b/;

it.each(MAIL_TEMPLATES)('the first line of %s says what to do', (template) => {
  expect(builtInText(template, 'introduction', 'en').split(/[.:] /).slice(0, 2).join(' ')).toMatch(TO_DO);
});

describe('an invitation', () => {
  const invite = (url: string) =>
    renderInvitationMail({ ...reader, link: 'https://id.example/i/1', lifeSeconds: 86_400, application: { url } });

  it('says how long its link lives and for which application it is', () => {
    const { text } = invite('https://app.example/');
    expect(text).toContain('valid for 24 hours');
    expect(text).toContain('Activate account:\nhttps://id.example/i/1\n');
    expect(text).toContain('Application: https://app.example/\n');
  });

  it('does not link an address that could run', () => {
    expect(invite('javascript:alert(1)').html).not.toContain('href="javascript');
  });
});

describe('a security notice', () => {
  it('says what happened, when and from where', () => {
    const at = new Date('2030-01-15T21:30:00Z');
    const { text } = renderSecurityNotice({ ...reader, event: 'backup_code_used', codesLeft: 2, at, ipAddress: '::1' });
    expect(text).toContain('Unused codes left: 2.');
    expect(text).toMatch(/Time: Jan 15, 2030, 9:30\sPM UTC\nIP address: ::1\n/);
  });
});
