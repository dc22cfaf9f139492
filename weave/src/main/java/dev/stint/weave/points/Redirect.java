package dev.stint.weave.points;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** A static method that is called instead, with the receiver as its first parameter. */
record Redirect(ClassDesc owner, String name, MethodTypeDesc type) {}
