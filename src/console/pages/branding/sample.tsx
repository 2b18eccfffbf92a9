import { Card, Text, Title } from '@mantine/core';
import { number, t } from '../../messages/index.ts';
import { CONTRAST_MIN, contrastToWhite } from './contrast.ts';

interface SampleProps {
  name: string;
  color: string;
  logoUrl: string | null;
}

/** The top of a page and a button as in light mode, and whether the color can be read. */
export function Sample({ name, color, logoUrl }: SampleProps) {
  const ratio = contrastToWhite(color);
  const isReadable = ratio !== null && ratio >= CONTRAST_MIN;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        {t('branding.preview')}
      </Title>
      <div className="brand-sample">
        {logoUrl && <img src={logoUrl} alt="" />}
        <strong>{name}</strong>
        <span {...(isReadable && { style: { background: color } })}>{t('branding.sample')}</span>
      </div>
      <Text size="sm" mt="sm" role="status">
        {ratio !== null && (
          <>
            {t('branding.contrast', { ratio: number(Math.floor(ratio * 10) / 10) })}.{' '}
            {t(isReadable ? 'branding.enough' : 'branding.tooLight')}
          </>
        )}
      </Text>
    </Card>
  );
}
