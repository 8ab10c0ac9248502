#!/usr/bin/env node
require('../dist/start.cjs').start(process);
