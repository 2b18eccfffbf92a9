import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { addressOf } from '../../address.ts';
import { hasOwnPolicy } from '../../own-policy.ts';
import { useViewer } from '../../graph/viewer.tsx';
import { placesOf } from '../../layout/nav.tsx';
import { t } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';

/** What a viewer who does not administer finds here: their account, and the pages of the console that they may see. */
export function OwnPlaces() {
  const { viewerCan, user } = useViewer();
  const places = placesOf(viewerCan).filter(({ to }) => to !== '/');
  return (
    <div className="halves">
      {user && (
        <Card withBorder component="section" aria-label={t('account.own')}>
          <Title order={2} size="h4" mb="sm">
            {t('account.own')}
          </Title>
          <Text size="sm" mb="md">
            {t('overview.account')}
          </Text>
          <div>
            <Button component="a" href={addressOf('account')}>
              {t('overview.toAccount')}
            </Button>
          </div>
        </Card>
      )}
      <Card withBorder component="section" aria-label={t('overview.places')}>
        <Title order={2} size="h4" mb="sm">
          {t('overview.places')}
        </Title>
        <Stack gap="xs" align="flex-start">
          {places.map(({ to, text }) => (
            <LinkTo key={to} to={to} reloadDocument={hasOwnPolicy(to)}>
              {t(text)}
            </LinkTo>
          ))}
        </Stack>
      </Card>
    </div>
  );
}
