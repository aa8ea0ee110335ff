#!/bin/sh
echo ESCAPED: a shell in the run step
