import { openHoursLine } from '@marashi/domain/rules/opening-hours'
import { createFileRoute } from '@tanstack/react-router'
import { contactDescription } from '../copy/head.ts'
import { ContactPage } from '../features/contact/contact-page.tsx'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/contact')({
  head: ({ match }) => {
    const { shop } = match.context
    const hours = shop ? openHoursLine(shop.hours) : ''
    return pageHead('contact', shop, hours ? { description: contactDescription(hours) } : {})
  },
  component: Contact,
})

function Contact() {
  const { shop } = Route.useRouteContext()
  return <ContactPage shop={shop} />
}
