import { describe, expect, it } from 'vitest'
import { cashUpCopy } from './cash-up.ts'
import { categoriesCopy } from './categories.ts'
import { commonCopy } from './common.ts'
import { dashboardCopy } from './dashboard.ts'
import { healthCopy } from './health.ts'
import { ordersCopy } from './orders.ts'
import { paymentsCopy } from './payments.ts'
import { productsCopy } from './products.ts'
import { reviewsCopy } from './reviews.ts'
import { sessionCopy } from './session.ts'
import { shellCopy } from './shell.ts'

/** The texts of the screens, each beside the text that the owner has specified. */
const texts: Record<string, [said: string, specified: string][]> = {
  'every page': [
    [commonCopy.success, 'Success'],
    [commonCopy.error, 'Error'],
    [commonCopy.noDate, 'N/A'],
    [sessionCopy.required, 'Authentication Required'],
    [sessionCopy.goToLogin, 'Go to Login'],
  ],
  'the not-found page': [
    [shellCopy.goHome, 'Go Home'],
    [shellCopy.goBack, 'Go Back'],
  ],
  'the login': [
    [sessionCopy.failedTitle, 'Login Failed'],
    [sessionCopy.failed, 'Invalid password'],
  ],
  'the dashboard': [
    [dashboardCopy.recentOrdersHint, 'In the last 7 days'],
    [dashboardCopy.logout, 'Logout'],
  ],
  products: [
    [productsCopy.none, 'No Products Found'],
    [productsCopy.failedCreate, 'Failed to create product'],
    [productsCopy.failedUpdate, 'Failed to update product'],
    [productsCopy.failedDelete, 'Failed to delete product'],
  ],
  uploads: [
    [productsCopy.upload.invalidFile, 'Invalid file'],
    [productsCopy.upload.invalidType.slice(0, 17), 'Invalid file type'],
    [productsCopy.upload.tooLarge, 'File is too large. Maximum size is 5MB.'],
    [productsCopy.upload.failed, 'Upload failed'],
    [productsCopy.upload.network, 'Network error during upload'],
    [productsCopy.upload.timeout, 'Upload timeout'],
    [productsCopy.upload.format, 'Invalid response format'],
  ],
  orders: [
    [ordersCopy.paymentId, 'Payment ID'],
    [ordersCopy.failedStatus, 'Failed to update order status'],
    [ordersCopy.failedCreate, 'Failed to create order'],
    [ordersCopy.failedDelete, 'Failed to delete order'],
  ],
  reviews: [
    [reviewsCopy.create, 'Create Review'],
    [reviewsCopy.dashboard, 'Dashboard'],
    [reviewsCopy.logout, 'Logout'],
    [reviewsCopy.pendingHint, 'Awaiting moderation'],
    [reviewsCopy.approvedHint, 'Published reviews'],
    [reviewsCopy.pendingCount(3), 'Pending (3)'],
    [reviewsCopy.allCount(9), 'All Reviews (9)'],
    [reviewsCopy.nonePending, 'No Pending Reviews'],
    [reviewsCopy.nonePendingHint, 'All reviews have been moderated'],
    [reviewsCopy.none, 'No Reviews Found'],
    [reviewsCopy.noneHint, 'No reviews have been submitted yet'],
    [reviewsCopy.authHint, 'Please log in to access the admin reviews page'],
    [reviewsCopy.approving, 'Approving...'],
    [reviewsCopy.rejecting, 'Rejecting...'],
    [reviewsCopy.deleteText, 'Are you sure you want to delete this review? This action cannot be undone.'],
    [reviewsCopy.moderated('approved'), 'Review approved successfully'],
    [reviewsCopy.moderated('rejected'), 'Review rejected successfully'],
    [reviewsCopy.created, 'Review created successfully'],
    [reviewsCopy.updated, 'Review updated successfully'],
    [reviewsCopy.deleted, 'Review deleted successfully'],
    [reviewsCopy.failedCreate, 'Failed to create review'],
    [reviewsCopy.failedUpdate, 'Failed to update review'],
    [reviewsCopy.failedStatus, 'Failed to update review status'],
    [reviewsCopy.failedDelete, 'Failed to delete review'],
  ],
  payments: [
    [paymentsCopy.title, 'Payment Management'],
    [paymentsCopy.subtitle(1_204), '1,204 total payments'],
    [paymentsCopy.create, 'Create Payment'],
    [paymentsCopy.totalPayments, 'Total Payments'],
    [paymentsCopy.totalPaymentsHint, 'All payment attempts'],
    [paymentsCopy.successful, 'Successful Payments'],
    [paymentsCopy.successfulHint, 'Completed transactions'],
    [paymentsCopy.revenue, 'Total Revenue'],
    [paymentsCopy.revenueHint, 'From successful payments'],
    [paymentsCopy.failed, 'Failed Payments'],
    [paymentsCopy.failedHint, 'Failed transactions'],
    [paymentsCopy.searchHint, 'by Order ID or Transaction ID'],
    [
      Object.values(paymentsCopy.columns).join(', '),
      'Order ID, Method, Amount, Status, Transaction ID, Processing Fee, Created, Actions',
    ],
    [paymentsCopy.none, 'No payments found matching your criteria'],
    [paymentsCopy.range(51, 100, 120), 'Showing 51 to 100 of 120 payments'],
    [paymentsCopy.position(2, 3), 'Page 2 of 3'],
    [paymentsCopy.form.editTitle, 'Edit Payment Record'],
    [paymentsCopy.errorTitle, 'Error Loading Payments'],
    [paymentsCopy.error, 'Failed to load payment data. Please try refreshing the page.'],
    [paymentsCopy.reload, 'Reload Page'],
    [paymentsCopy.created, 'Payment record created successfully'],
    [paymentsCopy.updated, 'Payment record updated successfully'],
    [paymentsCopy.deleted, 'Payment record deleted successfully'],
    [paymentsCopy.failedCreate, 'Failed to create payment record'],
    [paymentsCopy.failedUpdate, 'Failed to update payment record'],
    [paymentsCopy.failedDelete, 'Failed to delete payment record'],
  ],
  categories: [
    [categoriesCopy.title, 'Categories Management'],
    [categoriesCopy.add, 'Add Category'],
    [categoriesCopy.form.addTitle, 'Add New Category'],
    [categoriesCopy.form.editTitle, 'Edit Category'],
    [categoriesCopy.created, 'Created'],
    [categoriesCopy.updated, 'Updated'],
    [categoriesCopy.none, 'No Categories Found'],
    [categoriesCopy.addFirst, 'Add Your First Category'],
    [categoriesCopy.loginHint, 'Please log in to access admin categories'],
    [categoriesCopy.createdToast, 'Category created successfully'],
    [categoriesCopy.updatedToast, 'Category updated successfully'],
    [categoriesCopy.deletedToast, 'Category deleted successfully'],
    [categoriesCopy.failedCreate, 'Failed to create category'],
    [categoriesCopy.failedUpdate, 'Failed to update category'],
    [categoriesCopy.failedDelete, 'Failed to delete category'],
  ],
}

describe.each(Object.entries(texts))('%s', (_, pairs) => {
  it.each(pairs)('says "%s"', (said, specified) => {
    expect(said).toBe(specified)
  })
})

it.each([
  [dashboardCopy.attention.more(1), 'and 1 more payment'],
  [dashboardCopy.attention.more(1_204), 'and 1,204 more payments'],
  [dashboardCopy.attention.setAside.more(1), 'and 1 older one'],
  [cashUpCopy.unmatched.more(2), 'and 2 older ones'],
  [cashUpCopy.unmatched.onTheirDays(1), 'and 1 older one, on the page of its day'],
  [healthCopy.past.more(1), 'and 1 older one'],
  [ordersCopy.range(1, 50, 1_234), 'Showing 1 to 50 of 1,234 orders'],
  [ordersCopy.count(1_234), '1,234 orders'],
])('counts one as one, and thousands as people read them: %s', (said, meant) => {
  expect(said).toBe(meant)
})

it.each([
  [categoriesCopy.deleteText('Oud', 2), /"Oud".*cannot be undone and may affect products/],
  [paymentsCopy.deleteText('MR100001'), /delete the payment record for order ID MR100001/],
  [productsCopy.deleteText, /cannot be undone\. All its reviews go with it/],
])('asks before a deletion: %s', (question, specified) => {
  expect(question).toMatch(specified)
})
