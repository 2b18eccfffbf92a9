import { Button, CloseButton, Group, Input, Stack, TextInput } from '@mantine/core';
import { t } from '../messages/index.ts';

interface Translation {
  readonly language: string;
  readonly description: string;
}

interface TranslationsProps {
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
  value: readonly Translation[];
  onChange: (value: Translation[]) => void;
}

/** A sentence in other languages, each with its tag. */
export function Translations({ value, onChange, disabled = false, ...field }: TranslationsProps) {
  const change = (at: number, part: Partial<Translation>): void =>
    onChange(value.map((each, n) => (n === at ? { ...each, ...part } : each)));
  return (
    <Input.Wrapper {...field} labelElement="div" role="group" aria-label={field.label}>
      <Stack gap="xs" mt={6}>
        {value.map(({ language, description }, at) => (
          // A row has no other name than its place.
          <Group key={at} gap="xs" wrap="nowrap">
            <TextInput
              w="5rem"
              aria-label={t('scope.language')}
              placeholder="de"
              disabled={disabled}
              value={language}
              onChange={(event) => change(at, { language: event.currentTarget.value })}
            />
            <TextInput
              flex={1}
              aria-label={t('scope.sentence', { language })}
              disabled={disabled}
              value={description}
              onChange={(event) => change(at, { description: event.currentTarget.value })}
            />
            <CloseButton
              aria-label={t('scope.removeLanguage', { language })}
              disabled={disabled}
              onClick={() => onChange(value.filter((_, n) => n !== at))}
            />
          </Group>
        ))}
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={disabled}
            onClick={() => onChange([...value, { language: '', description: '' }])}
          >
            {t('scope.addLanguage')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}

/** The translations in a draft. */
export const translationsOf = (value: unknown): Translation[] => (Array.isArray(value) ? (value as Translation[]) : []);
