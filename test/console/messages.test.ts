/** The console's texts: every language has every text. */
import { describe, expect, it } from '@jest/globals';
import { isEnumType } from 'graphql';
import { deCodes } from '../../src/console/messages/de.codes.ts';
import { de } from '../../src/console/messages/de/index.ts';
import { enCodes } from '../../src/console/messages/en.codes.ts';
import { en } from '../../src/console/messages/en/index.ts';
import { committedSchema } from '../support/schema.ts';

const placesIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
const codes = committedSchema().getType('ErrorCode');
const allCodes = isEnumType(codes) ? codes.getValues().map(({ name }) => name) : [];

describe('German', () => {
  it('has the keys of English, and no others', () => {
    expect(Object.keys(de).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it.each(Object.entries(en))('has the places of %s', (key, text) => {
    expect(placesIn(de[key as keyof typeof de])).toEqual(placesIn(text));
  });

  it('has a text for every error code', () => {
    expect(allCodes.length).toBeGreaterThan(100);
    expect(Object.keys(deCodes).toSorted()).toEqual(allCodes.toSorted());
  });

  it('leaves few texts as they are in English', () => {
    const same = Object.entries(en).filter(
      ([key, text]) => /[a-z]{4}/.test(text) && de[key as keyof typeof de] === text,
    );
    expect(same.length).toBeLessThan(Object.keys(en).length / 10);
  });
});

it('English has better texts only for codes that there are', () => {
  expect(allCodes).toEqual(expect.arrayContaining(Object.keys(enCodes)));
});
