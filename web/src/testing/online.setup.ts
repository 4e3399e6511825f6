/** Unit tests run in Node, whose `navigator` does not say whether it is online: it is. */
Object.assign(navigator, { onLine: true });
