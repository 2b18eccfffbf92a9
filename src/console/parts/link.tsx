import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A link to a page of the console. */
export const LinkTo = createLink(Anchor<'a'>);

const LinkButton = (props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
);

/** A link that looks like a button. */
export const ButtonTo = createLink(LinkButton);
