import { describe, expect, it } from '@jest/globals';
import { disagreements, provedClauses } from '../../scripts/conformance-reference.ts';
import { SPECS } from '../../scripts/conformance/index.ts';
import { checklist, type Spec } from '../../scripts/conformance/specs.ts';
import { clausesIn } from '../../scripts/conformance/tests.ts';

describe('the conformance reference', () => {
  it('has a test for every demand, and none for what is declined', async () => {
    const { tests, problems } = await provedClauses();
    expect(problems).toEqual([]);
    expect(disagreements(SPECS, tests)).toEqual([]);
  });
});

describe('the tests of a clause are', () => {
  const names = (text: string) => clausesIn('a.test.ts', text).tests.map(({ spec, clause }) => `${spec} §${clause}`);

  it('those that say so in front of their sentence, in whichever form they are declared', () => {
    expect(
      names(`
        describe('RFC 6749 §4.1: codes', () => it('OIDC Core §2: an ID token', () => {}));
        it.each([1, 2])('RFC 7009 §2.2, §2.2.1, OIDC Core §5.3: answers %s', () => {});
        it.each([['RFC 7662 §2: a row', 1], ['no clause', 2]])('%s', () => {});
        (here ? describe : describe.only)('RFC 9126 §2: pushed', () => {});
        it('says so behind it (RFC 6749 §5.1)', () => {});
        // it('RFC 6749 §6: commented out', () => {});
      `),
    ).toEqual([
      'RFC 6749 §4.1',
      'OIDC Core §2',
      'RFC 7009 §2.2',
      'RFC 7009 §2.2.1',
      'OIDC Core §5.3',
      'RFC 7662 §2',
      'RFC 9126 §2',
    ]);
  });

  it('those that run', () => {
    const { tests, problems } = clausesIn(
      'a.test.ts',
      `
        it.todo('RFC 6749 §1: to be written');
        it.skip('RFC 6749 §2: skipped', () => {});
        describe.skip('a group', () => it('RFC 6749 §3: skipped with it', () => {}));
        (missing ? describe.skip : describe)('RFC 6749 §4: skipped somewhere', () => {});
      `,
    );
    expect(tests).toEqual([]);
    expect(problems).toHaveLength(4);
  });
});

describe('the lists disagree with the tests', () => {
  const spec = (given: Partial<Spec>): Spec => ({
    name: 'RFC 6749',
    title: '',
    url: '',
    musts: [],
    declined: [],
    ...given,
  });
  const tests = clausesIn('a.test.ts', `it('RFC 6749 §4.2: answers with a token', () => {})`).tests;

  it('when a demand has no test, or none by its words', () => {
    const musts = checklist(['4.2', 'Tokens', 'a token'], ['4.2', 'Codes', 'a code'], ['4.3', 'Passwords']);
    expect(disagreements([spec({ musts })], tests)).toEqual([
      'RFC 6749 §4.2: not tested: Codes',
      'RFC 6749 §4.3: not tested: Passwords',
    ]);
  });

  it('when one test could prove several demands', () => {
    expect(disagreements([spec({ musts: checklist(['4.2', 'One'], ['4.2', 'Two']) })], tests)).toHaveLength(2);
  });

  it('when what is declined is tested, unless for being refused', () => {
    const declined = [{ clause: '4.2', what: 'The implicit grant', why: 'Unsafe' }];
    expect(disagreements([spec({ declined })], tests)).toHaveLength(1);
    const refusal = clausesIn('a.test.ts', `it('RFC 6749 §4.2: refuses it', () => {})`).tests;
    expect(disagreements([spec({ declined })], refusal)).toEqual([]);
  });
});
