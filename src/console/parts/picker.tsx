import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql, type TypeOf } from '../graph/graphql.ts';
import { t } from '../messages/index.ts';

/** Finds objects of some types, or of all. */
export const FIND = graphql(`
  query Find($text: String!, $types: [SearchableType!]) {
    search(text: $text, types: $types, first: 20) {
      edges {
        node {
          __typename
          ... on User {
            id
            name
            email
          }
          ... on Group {
            id
            name
          }
          ... on Organization {
            id
            name
          }
          ... on Client {
            id
            name
          }
        }
      }
    }
  }
`);

interface PickerProps {
  label: string;
  description?: string | undefined;
  type: TypeOf<'SearchableType'>;
  value: string | null;
  /** The name of what is chosen already. */
  valueName?: string | undefined;
  onPick: (id: string | null) => void;
  disabled?: boolean | undefined;
  error?: string | undefined;
}

const PAUSE_MS = 200;

/** Finds one object among any number, by what is typed. */
export function Picker({ type, value, valueName, onPick, disabled = false, ...field }: PickerProps) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const asks = text !== '' && text !== valueName;
  const [{ data }] = useQuery({ query: FIND, variables: { text, types: [type] }, pause: !asks });
  const found = asks ? (data?.search.edges ?? []) : [];
  const options = found.map(({ node }) => ({
    value: node.id,
    label: node.__typename === 'User' ? `${node.name} <${node.email}>` : node.name,
  }));
  const known = options.some((option) => option.value === value);
  return (
    <Select
      {...field}
      disabled={disabled}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('picker.clear'), 'aria-hidden': false, tabIndex: 0 }}
      placeholder={t('picker.type')}
      nothingFoundMessage={asks ? t('picker.none') : t('picker.type')}
      filter={({ options: all }) => all}
      data={known || !value ? options : [{ value, label: valueName ?? value }, ...options]}
      value={value}
      onSearchChange={setTyped}
      onChange={onPick}
      // A reader who leaves the field has moved the focus already.
      comboboxProps={{ transitionProps: { duration: 0 }, returnFocus: false }}
    />
  );
}
