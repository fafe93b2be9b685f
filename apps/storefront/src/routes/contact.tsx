import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '../features/contact/contact-page.tsx'
import { pageHead } from '../lib/head.ts'

export const Route = createFileRoute('/contact')({
  head: ({ match }) => pageHead('contact', match.context.shop),
  component: Contact,
})

function Contact() {
  const { shop } = Route.useRouteContext()
  return <ContactPage shop={shop} />
}
