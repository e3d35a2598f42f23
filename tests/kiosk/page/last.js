// The page has loaded only when this has: a test can keep it waiting.
document.body.dataset.loaded = '';
