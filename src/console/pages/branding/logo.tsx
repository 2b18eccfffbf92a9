import { Button, FileButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../graph/act.ts';
import { t } from '../../messages/index.ts';
import type { Customer } from './branding.page.tsx';
import { UPDATE_BRANDING } from './update.ts';

const dataUriOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error(reader.error?.message)));
    reader.readAsDataURL(file);
  });

interface LogoProps {
  customer: Customer;
  onDone: () => void;
}

/** The logo as it is, and how to replace it. A picture is stored as soon as it is chosen. */
export function Logo({ customer: { id, branding }, onDone }: LogoProps) {
  const act = useAct();
  const [busy, setBusy] = useState(false);
  const store = async (logo: string | null): Promise<void> => {
    setBusy(true);
    const variables = { id, input: { logo }, expectedVersion: branding.version };
    const { data } = await act(UPDATE_BRANDING, variables, { done: t('branding.isChanged') });
    setBusy(false);
    if (data) onDone();
  };
  return (
    <>
      {branding.logoUrl ? (
        <div className="logo-shown">
          <img src={branding.logoUrl} alt={t('branding.logo')} />
        </div>
      ) : (
        <Text>{t('branding.noLogo')}</Text>
      )}
      <Text size="sm" c="dimmed" mt="sm">
        {t('branding.logoHelp')}
      </Text>
      <Group mt="md">
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => file && void dataUriOf(file).then(store)}
        >
          {(props) => (
            <Button {...props} variant="default" loading={busy}>
              {t('branding.chooseLogo')}
            </Button>
          )}
        </FileButton>
        {branding.logoUrl && (
          <Button variant="default" color="red" disabled={busy} onClick={() => void store(null)}>
            {t('branding.removeLogo')}
          </Button>
        )}
      </Group>
    </>
  );
}
