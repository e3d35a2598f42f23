export { Art, type ArtProps } from './art.tsx';
export type { ButtonLook, ButtonSize, ButtonVariant } from './button-look.ts';
export { Disclosure, type DisclosureProps } from './disclosure.tsx';
export { type Fact, Facts, type FactsProps } from './facts.tsx';
export { Heading, type HeadingProps } from './heading.tsx';
export { Icon, type IconName, type IconProps } from './icon.tsx';
export { ButtonLink, type ButtonLinkProps, TextLink, type TextLinkProps } from './links.tsx';
export { Mark, type MarkProps } from './mark.tsx';
export { NativeButton, type NativeButtonProps } from './native-button.tsx';
export { Notice, type NoticeProps, type NoticeTone } from './notice.tsx';
export { Page, type PageProps } from './page.tsx';
export {
  ContentRow,
  type ContentRowProps,
  LinkRow,
  type LinkRowProps,
  Rows,
  type RowsProps,
  RowTitle,
} from './rows.tsx';
export { Rule } from './rule.tsx';
export { Skeleton, type SkeletonProps } from './skeleton.tsx';
export { SkipLink } from './skip-link.tsx';
export { type Gap, Row, type RowProps, Stack, type StackProps } from './stack.tsx';
export { type Status, StatusLine, type StatusLineProps } from './status-line.tsx';
export { type Step, Steps } from './steps.tsx';
export { Text, type TextProps } from './text.tsx';
export { VisuallyHidden } from './visually-hidden.tsx';
