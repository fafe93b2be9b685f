import { type ButtonLook, buttonClass } from '@marashi/ui/button'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A link inside the shop that looks like a button; takes what `Link` and `Button` take. */
export const LinkButton = createLink(function LinkButton({
  variant,
  size,
  isWide,
  isIcon,
  className,
  ...rest
}: ButtonLook & ComponentProps<'a'>) {
  return <a {...rest} className={buttonClass({ variant, size, isWide, isIcon }, className)} />
})
