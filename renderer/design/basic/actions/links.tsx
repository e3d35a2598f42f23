import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps, FunctionComponent, ReactElement } from 'react';
import { classes } from '../../../base/classes.ts';
import { type ButtonLook, buttonClass } from './button-look.ts';
import styles from './links.module.css';

type AnchorProps = Omit<ComponentProps<'a'>, 'style'>;

/** Takes `to` and `params` of a route, checked by the route table, or a plain `href` (other sites, tel:, sms:, mailto:, files). */
type Linked<Props> = LinkComponent<FunctionComponent<Props>> &
  ((props: Props & { readonly href: string }) => ReactElement);

function linked<Props extends AnchorProps>(Plain: FunctionComponent<Props>): Linked<Props> {
  const Routed = createLink(Plain) as FunctionComponent<object>;
  const Either = (props: object) => ('to' in props ? <Routed {...props} /> : <Plain {...(props as Props)} />);
  return Either as Linked<Props>;
}

export interface TextLinkProps extends AnchorProps {
  readonly tone?: 'accent' | 'ink' | 'soft';
  /** A line of its own with the height of a finger (48 px), for links that are outside running text. */
  readonly standalone?: boolean;
}

function TextAnchor({ tone = 'accent', standalone, className, ...rest }: TextLinkProps) {
  return (
    <a {...rest} className={classes(styles.link, styles[tone], standalone && styles.standalone, className)} />
  );
}

export const TextLink = linked<TextLinkProps>(TextAnchor);

export interface ButtonLinkProps extends AnchorProps, ButtonLook {}

function ButtonAnchor({ variant, size, fullWidth, className, ...rest }: ButtonLinkProps) {
  return <a {...rest} className={buttonClass({ variant, size, fullWidth }, className)} />;
}

export const ButtonLink = linked<ButtonLinkProps>(ButtonAnchor);
